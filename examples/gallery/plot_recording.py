"""
A recording, cleaned and measured
=================================

A synthesised recording of a bird over the hum of the mains: its spectrogram, a filter against the hum, a lower sampling
rate, and the syllables found as peaks of the envelope. All of it stays on the device until it is drawn.
"""
import cupy
import matplotlib.pyplot as plt

from cupyx.scipy import signal

# %%
# The recording
# -------------
# Six syllables, each a falling whistle with a soft beginning and end; 50 Hz hum with harmonics; noise.
rate = 32_000
times = cupy.arange(4 * rate) / rate
noise = cupy.random.default_rng(0)
recording = 0.02 * noise.standard_normal(times.size)
for harmonic in range(1, 8):
    recording += 0.3 / harmonic * cupy.sin(2 * cupy.pi * 50 * harmonic * times)
for start in (0.3, 0.9, 1.4, 2.1, 2.7, 3.4):
    syllable = slice(int(start * rate), int((start + 0.25) * rate))
    within = times[syllable] - start
    whistle = signal.chirp(within, 5_500, 0.25, 2_500, method="logarithmic")
    recording[syllable] += 0.4 * signal.windows.tukey(within.size, 0.6) * whistle

# %%
# What is in it
# -------------
# The hum fills the lowest bins, the syllables fall from 5.5 to 2.5 kHz.
f, t, power = signal.spectrogram(recording, fs=rate, nperseg=1024, noverlap=768)
plt.pcolormesh(t.get(), f.get() / 1000, 10 * cupy.log10(power + 1e-12).get(), vmin=-110, vmax=-40, shading="gouraud")
plt.xlabel("time in s")
plt.ylabel("frequency in kHz")
plt.ylim(0, 8)
plt.colorbar(label="power in dB/Hz")
plt.title("the recording")
plt.show()

# %%
# Without the hum, at half the rate
# ---------------------------------
# A band-pass in second-order sections, forwards and backwards so that nothing is delayed; then polyphase resampling.
sections = signal.butter(6, [1_500, 7_000], "bandpass", fs=rate, output="sos")
clean = signal.sosfiltfilt(sections, recording)
half = signal.resample_poly(clean, 1, 2)
half_times = cupy.arange(half.size) / (rate / 2)

figure, (above, below) = plt.subplots(2, sharex=True)
above.plot(times.get(), recording.get(), linewidth=0.3)
above.set_title("as recorded")
below.plot(half_times.get(), half.get(), linewidth=0.3)
below.set_title("band-passed, 16 kHz")
below.set_xlabel("time in s")
plt.show()

# %%
# The syllables
# -------------
# The envelope is the magnitude of the analytic signal, smoothed; its peaks are the syllables.
envelope = abs(signal.hilbert(half))
smooth = signal.savgol_filter(envelope, 801, 2)
peaks, properties = signal.find_peaks(smooth, height=0.1, distance=4_000, width=0)

plt.plot(half_times.get(), smooth.get())
plt.plot(half_times[peaks].get(), properties["peak_heights"].get(), "v")
plt.hlines(properties["width_heights"].get(), (properties["left_ips"] * 2 / rate).get(),
           (properties["right_ips"] * 2 / rate).get(), color="C1")
plt.xlabel("time in s")
plt.title(f"{peaks.size} syllables of {float(properties['widths'].mean()) * 2000 / rate:.0f} ms")
plt.show()
