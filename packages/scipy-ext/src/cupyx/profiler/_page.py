"""A recording as a page: timeline, curve of memory, table."""
from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

from cupyx.profiler._report import ON_DEVICE, size, totals

if TYPE_CHECKING:
    from cupyx.profiler._record import Recording
    from pathlib import Path

#: Colour of each kind on the timeline.
_COLOURS = {"kernel": "#3b7ddd", "library": "#7b4fc9", "copy": "#2c9a6b", "fill": "#8aa83a", "graph": "#c9604f",
            "wait": "#b9bec7", "allocate": "#d99a2b", "free": "#e3c07f", "load": "#c94f7b", "miss": "#c94f7b"}

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Recording</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 14px/1.4 system-ui, sans-serif; margin: 1em auto; max-width: 75em; padding: 0 1em }}
canvas {{ width: 100%; border: 1px solid #8888; display: block; margin: .5em 0; touch-action: none }}
table {{ border-collapse: collapse; width: 100% }} td, th {{ padding: .2em .6em; border-bottom: 1px solid #8884 }}
td:nth-child(n+3), th:nth-child(n+3) {{ text-align: right; font-variant-numeric: tabular-nums }}
.key span {{ display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 1em }}
#about {{ min-height: 1.4em; font-family: monospace }} .wide {{ overflow-x: auto }}
</style></head><body>
<h1>Recording</h1><p>{totals}</p>
<p class="key">{key}</p>
<canvas id="lanes"></canvas>
<div id="about">Wheel: zoom. Drag: move. Point at an operation to read about it.</div>
<h2>Memory of arrays</h2><canvas id="memory"></canvas>
<h2>Operations</h2><div class="wide"><table><tr><th>operation<th>kind<th>calls<th>host ms<th>device ms<th>bytes
<th>of copy rate</tr>{rows}</table></div>
<script type="application/json" id="data">{data}</script>
<script>
const data = JSON.parse(document.getElementById("data").textContent);
const lanes = document.getElementById("lanes"), memory = document.getElementById("memory");
let from = 0, to = data.duration;
const height = 22, left = 90;
function fit(canvas, rows) {{
  const scale = window.devicePixelRatio || 1, width = canvas.clientWidth;
  canvas.style.height = rows + "px"; canvas.width = width * scale; canvas.height = rows * scale;
  const pen = canvas.getContext("2d"); pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = getComputedStyle(document.body).color; pen.font = "12px sans-serif";
  return [pen, width];
}}
const at = (t, width) => left + (t - from) / (to - from) * (width - left);
function draw() {{
  let [pen, width] = fit(lanes, data.lanes.length * height + 20);
  const ink = pen.fillStyle;
  data.lanes.forEach((lane, k) => {{
    pen.fillStyle = ink; pen.fillText(lane.name, 4, k * height + 15);
    for (const [start, took, index] of lane.bars) {{
      if (start + took < from || start > to) continue;
      const x = Math.max(left, at(start, width)), end = Math.min(width, at(start + took, width));
      pen.fillStyle = data.colours[data.names[index][1]];
      pen.fillRect(x, k * height + 2, Math.max(end - x, 1), height - 4);
    }}
  }});
  pen.fillStyle = ink;
  const parts = Math.max(1, Math.min(6, Math.floor((width - left) / 130)));
  for (let k = 0; k <= parts; ++k) {{
    const t = from + (to - from) * k / parts;
    pen.textAlign = k == 0 ? "left" : k == parts ? "right" : "center";
    pen.fillText((t * 1e3).toFixed(3) + " ms", at(t, width), data.lanes.length * height + 14);
  }}
  [pen, width] = fit(memory, 120);
  const most = Math.max(1, ...data.memory.map(point => point[1]));
  pen.fillText(data.most, 4, 14); pen.fillText("0", 4, 116); pen.strokeStyle = "#3b7ddd"; pen.beginPath();
  let before = 116;
  pen.moveTo(left, before);
  for (const [t, held] of data.memory) {{
    const x = Math.min(Math.max(at(t, width), left), width), y = 116 - held / most * 108;
    pen.lineTo(x, before); pen.lineTo(x, y); before = y;
  }}
  pen.lineTo(width, before); pen.stroke();
}}
function find(event) {{
  const box = lanes.getBoundingClientRect(), width = box.width;
  const lane = data.lanes[Math.floor((event.clientY - box.top) / height)];
  const t = from + (event.clientX - box.left - left) / (width - left) * (to - from);
  const slack = (to - from) / width * 2;
  return lane && lane.bars.find(bar => bar[0] - slack <= t && t <= bar[0] + bar[1] + slack);
}}
let held = null;
lanes.onpointerdown = event => {{ held = event.clientX; lanes.setPointerCapture(event.pointerId); }};
lanes.onpointerup = () => {{ held = null; }};
lanes.onpointermove = event => {{
  if (held !== null) {{
    const moved = (held - event.clientX) / (lanes.clientWidth - left) * (to - from);
    from += moved; to += moved; held = event.clientX; draw(); return;
  }}
  const bar = find(event);
  if (bar) {{
    const [name, kind, bytes] = data.names[bar[2]];
    document.getElementById("about").textContent =
      `${{name}} (${{kind}}) ${{(bar[1] * 1e6).toFixed(1)}} µs at ${{(bar[0] * 1e3).toFixed(3)}} ms ${{bytes}}`;
  }}
}};
lanes.onwheel = event => {{
  event.preventDefault();
  const box = lanes.getBoundingClientRect();
  const t = from + (event.clientX - box.left - left) / (box.width - left) * (to - from);
  const factor = Math.exp(event.deltaY / 400);
  from = t - (t - from) * factor; to = t + (to - t) * factor; draw();
}};
window.onresize = draw; draw();
</script></body></html>
"""


def save_html(recording: Recording, path: Path) -> None:
    """Write the page; names of operations are text there, never markup."""
    names, lanes = [], {}
    for item in recording.operations:
        names.append([item.name, item.kind, f"{size(item.bytes)}B" if item.bytes else ""])
        lanes.setdefault((0, 0, item.thread, f"thread {item.thread}"), []).append(
            [item.start, item.host_time, len(names) - 1])
        if item.device_start is not None and item.kind in ON_DEVICE:
            lanes.setdefault((1, item.device, item.stream, f"device {item.device}"), []).append(
                [item.device_start, item.device_time, len(names) - 1])
    peak = max((held for _, _, held in recording.memory), default=0)
    data = json.dumps({"duration": max(recording.duration, 1e-6), "names": names, "colours": _COLOURS,
                       "lanes": [{"name": key[-1], "bars": bars} for key, bars in sorted(lanes.items())],
                       "memory": [[seconds, held] for seconds, _, held in recording.memory], "most": f"{size(peak)}B"})
    rows = "".join(
        f"<tr><td>{html.escape(row['name'])}<td>{row['kind']}<td>{row['calls']}<td>{row['host_time'] * 1e3:.3f}"
        f"<td>{row['device_time'] * 1e3:.3f}<td>{size(row['bytes'])}<td>"
        f"{'' if row['share'] is None else format(row['share'], '.0%')}</tr>" for row in recording.summary())
    key = "".join(f'<span style="background:{colour}"></span>{kind}' for kind, colour in _COLOURS.items()
                  if kind != "miss")
    page = _PAGE.format(totals=html.escape(totals(recording)), key=key, rows=rows, data=data.replace("<", "\\u003c"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
