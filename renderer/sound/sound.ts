import { useEffect, useRef } from 'react';
import { signalOfBench } from '../ship/signal.ts';
import type { Signal } from '../ui/band.tsx';
import { useBench, useFrame } from '../window-state.ts';

interface Tone {
  readonly hertz: number;
  readonly atMs: number;
  readonly lengthMs: number;
}

/** One sound per state, distinguished by rhythm and direction, not by pitch alone. WORKING is silent. */
const tones: Record<Signal, readonly Tone[]> = {
  ready: [{ hertz: 660, atMs: 0, lengthMs: 70 }],
  working: [],
  done: [
    { hertz: 660, atMs: 0, lengthMs: 90 },
    { hertz: 990, atMs: 110, lengthMs: 160 },
  ],
  look: [
    { hertz: 520, atMs: 0, lengthMs: 120 },
    { hertz: 520, atMs: 180, lengthMs: 120 },
  ],
  stop: [
    { hertz: 220, atMs: 0, lengthMs: 220 },
    { hertz: 180, atMs: 260, lengthMs: 220 },
    { hertz: 220, atMs: 520, lengthMs: 320 },
  ],
};

/** Plays the sound of each new state of the bench, unless sounds are off in Setup. */
export function useSounds(): void {
  const isOn = useFrame((frame) => frame.sounds);
  const workflowNo = useBench((bench) => bench.workflowNo);
  const signal = useBench(signalOfBench);
  // Each scanned item has its sound.
  const itemNo = useBench(({ checkOff }) => checkOff?.last?.no ?? 0);
  const step = useBench(({ workflow }) => workflow.step);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isOn && !isFirst.current) play(signal);
    isFirst.current = false;
  }, [signal, step, workflowNo, itemNo, isOn]);
}

/** Plays the sound of a message that is not a state of the bench, whenever a new one comes. */
export function useSoundOf(signal: Signal | null, message: unknown): void {
  const isOn = useFrame((frame) => frame.sounds);
  useEffect(() => {
    if (isOn && signal) play(signal);
  }, [signal, message, isOn]);
}

let audio: AudioContext | undefined;

/** A browser may refuse audio (no device, not touched yet): the bench then only stays silent. */
export function play(signal: Signal): void {
  if (tones[signal].length === 0 || typeof AudioContext === 'undefined') return;
  try {
    audio ??= new AudioContext();
    for (const tone of tones[signal]) sound(audio, tone);
  } catch (cause) {
    console.warn('The sound could not be played.', cause);
  }
}

function sound(context: AudioContext, { hertz, atMs, lengthMs }: Tone): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + atMs / 1000;
  const end = start + lengthMs / 1000;
  oscillator.frequency.value = hertz;
  oscillator.type = 'triangle';
  gain.gain.setValueAtTime(0.25, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
