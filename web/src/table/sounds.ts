/** Sounds, made here and now: off at first, and never for what others may be asked. */

import { settings } from "../settings";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.value.sound || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Tone {
  /** Seconds from now, and how long. */
  readonly at: number;
  readonly lasts: number;
  readonly hertz: number;
  readonly loud: number;
  readonly shape: OscillatorType;
}

function tone(sound: AudioContext, { at, lasts, hertz, loud, shape }: Tone): void {
  const start = sound.currentTime + at;
  const oscillator = sound.createOscillator();
  const gain = sound.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, start);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(gain).connect(sound.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.02);
}

/** A short burst of noise, as of one tile on another. */
function click(sound: AudioContext, hertz: number, loud: number, lasts: number): void {
  const frames = Math.ceil(sound.sampleRate * lasts);
  const buffer = sound.createBuffer(1, frames, sound.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < frames; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / frames) ** 3;
  const source = sound.createBufferSource();
  const filter = sound.createBiquadFilter();
  const gain = sound.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(sound.destination);
  source.start();
}

function notes(sound: AudioContext, hertz: readonly number[], step: number, loud: number): void {
  hertz.forEach((each, place) =>
    tone(sound, { at: place * step, lasts: step * 1.8, hertz: each, loud, shape: "triangle" }),
  );
}

const SOUNDS = {
  discard: (sound: AudioContext) => click(sound, 2600, 0.5, 0.05),
  draw: (sound: AudioContext) => click(sound, 1500, 0.16, 0.04),
  claim: (sound: AudioContext) => notes(sound, [392, 523], 0.09, 0.16),
  turn: (sound: AudioContext) => {
    tone(sound, { at: 0, lasts: 0.12, hertz: 160, loud: 0.3, shape: "sine" });
  },
  tick: (sound: AudioContext) => click(sound, 3600, 0.12, 0.02),
  win: (sound: AudioContext) => notes(sound, [523, 659, 784], 0.14, 0.18),
  chicken: (sound: AudioContext) => notes(sound, [587, 880], 0.16, 0.16),
} as const;

export type Sound = keyof typeof SOUNDS;

/** Make a sound, when sounds are on. */
export function play(name: Sound): void {
  const sound = audio();
  if (sound !== null) SOUNDS[name](sound);
}
