"""Rows of a run side by side: time, ratios, share of the copy rate, target; as text or as Markdown."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cupy_testing.bench._goals import Floors, Goals, host_target


def read(paths: Any) -> Any:
    """Rows of JSON-lines files; a later row of the same case and label replaces an earlier one."""
    rows = {}
    for path in paths:
        with open(path) as lines:
            for line in lines:
                row = json.loads(line)
                rows[row["label"], row["suite"], row["case"]] = row
    return list(rows.values())


def floors(rows: Any) -> Any:
    """What the device can do, from the rows of the suite ``floor``."""
    copies = [r["gbps"] * 1e9 for r in rows
              if r["suite"] == "floor" and r["case"] == "copy" and r.get("gbps")
              and not r["label"].startswith("numpy")]
    launches = [r["seconds"] for r in rows
                if r["suite"] == "floor" and r["case"] == "launch" and "seconds" in r]
    return Floors(max(copies, default=None), min(launches, default=None))


def cell(row: Any) -> str:
    """One figure: microseconds, a value with its unit, or what went wrong."""
    if row is None:
        return "-"
    if "error" in row:
        return "ERR"
    if "value" in row:
        return f"{row['value']:.3f}"
    return f"{row['seconds'] * 1e6:.2f}"


def verdict(key: str, rows: dict[str, dict[str, float | str]], label: Any, limits: Floors,
            goals: Goals) -> tuple[str, str]:
    """``(target as text, "ok", "MISS" or "")`` of a case for one label."""
    row = rows.get(label)
    if row is None:
        return "", ""
    if key in goals.values:
        good = "error" not in row and row["value"] <= goals.values[key]
        return f"{goals.values[key]:.2f}", "ok" if good else "MISS"
    if key.startswith("sizes/"):
        seconds = host_target(key, rows, label)
    else:
        target = goals.times.get(key)
        if target is None or row.get("backend") == "host":
            return "", ""
        if "error" in row:
            return "", "MISS"
        seconds = target(rows, label, limits)
    if not seconds or "error" in row:
        return "", ""
    return f"{seconds * 1e6:.2f}", "ok" if row["seconds"] <= seconds else "MISS"


def render(rows: list[dict[str, float | str]], goals: Goals | None = None) -> str:
    """The table as text; the first label is the one that is compared and judged."""
    goals = goals or Goals()
    labels = list(dict.fromkeys(r["label"] for r in rows))
    if not labels:
        return "no rows"
    first, others = labels[0], labels[1:]
    limits = floors(rows)
    cases = {}
    for r in rows:
        cases.setdefault(f"{r['suite']}/{r['case']}", {})[r["label"]] = r
    head = ["microseconds", *labels, *(f"{o}/{first}" for o in others), "% copy", "target", ""]
    lines, notes = [head], []
    for key, by_label in cases.items():
        mine = by_label.get(first, {})
        ratios = [_ratio(by_label.get(o), mine) for o in others]
        gbps = mine.get("gbps")
        share = f"{gbps * 1e9 / limits.copy * 100:.0f}" if gbps and limits.copy else ""
        lines.append([key, *(cell(by_label.get(label)) for label in labels), *ratios, share,
                      *verdict(key, by_label, first, limits, goals)])
        notes += [f"{key} {label}: {r['error']}" for label, r in by_label.items()
                  if "error" in r]
    return "\n".join([*_columns(lines), "", _summary(lines, limits), *notes])


def render_markdown(rows: list[dict[str, float | str]], goals: Goals | None = None) -> str:
    """One Markdown table a suite, for a page: the first label's figures, the others', the goal."""
    goals = goals or Goals()
    labels = list(dict.fromkeys(r["label"] for r in rows))
    limits = floors(rows)
    suites = {}
    for r in rows:
        suites.setdefault(r["suite"], {}).setdefault(r["case"], {})[r["label"]] = r
    head = ["row", *labels, f"{labels[0]} / the better", "% of copy", "goal", ""]
    parts = []
    for suite, cases in suites.items():
        lines = [head, ["---"] * len(head)]
        for case, by_label in cases.items():
            mine = by_label.get(labels[0], {})
            others = [by_label[name]["seconds"] for name in labels[1:] if "seconds" in by_label.get(name, {})]
            ratio = f"{mine['seconds'] / min(others):.2f}" if others and "seconds" in mine else ""
            share = f"{mine['gbps'] * 1e9 / limits.copy * 100:.0f}" if mine.get("gbps") and limits.copy else ""
            target, word = verdict(f"{suite}/{case}", by_label, labels[0], limits, goals)
            lines.append([f"`{case}`", *(_short(cell(by_label.get(name))) for name in labels), ratio, share,
                          _short(target), {"MISS": "missed", "ok": "reached"}.get(word, "")])
        parts.append("\n".join([f"### {suite}", "", *(f"| {' | '.join(line)} |" for line in lines)]))
    return "\n\n".join(parts)


def _short(text: str) -> str:
    """A figure with three digits, thousands apart."""
    try:
        value = float(text)
    except ValueError:
        return "–" if text == "-" else text
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(other: Any, mine: Any) -> str:
    if other and "seconds" in other and mine.get("seconds"):
        return f"{other['seconds'] / mine['seconds']:.2f}"
    return ""


def _summary(lines: list[list[str]], limits: Floors) -> str:
    verdicts = [line[-1] for line in lines[1:]]
    text = f"{verdicts.count('ok')} targets reached, {verdicts.count('MISS')} missed"
    if limits.copy:
        text += f"; copy {limits.copy / 1e9:.0f} GB/s"
    if limits.launch:
        text += f"; launch {limits.launch * 1e6:.2f} us"
    return text


def _columns(lines: list[list[str]]) -> Iterator[str]:
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        yield "  ".join(text.ljust(w) if i == 0 else text.rjust(w)
                        for i, (text, w) in enumerate(zip(line, widths))).rstrip()
