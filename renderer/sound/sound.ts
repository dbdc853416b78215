import { useEffect, useRef } from 'react';
import type { Walk } from '../../shared/bench.ts';
import { truthOf } from '../../shared/booking.ts';
import { signalOf } from '../ship/stopped.tsx';
import { useSnapshot } from '../store.ts';
import type { Signal } from '../ui/band.tsx';

interface Tone {
  readonly hertz: number;
  readonly atMs: number;
  readonly lengthMs: number;
}

/** One sound per state, told apart by rhythm and direction, not by pitch alone. WORKING is silent. */
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

/** What the bench shows now, in one word. */
export function signalNow(walk: Walk): Signal {
  switch (walk.step) {
    case 'ready':
      return 'ready';
    case 'choosing':
      return walk.notice ? 'look' : 'ready';
    case 'looking-up':
    case 'quoting':
    case 'booking':
    case 'printing':
      return 'working';
    case 'done':
      return truthOf(walk.booking) >= 2 ? 'done' : 'look';
    case 'asking':
    case 'confirm-label':
    case 'already-shipped':
    case 'unknown':
      return 'look';
    case 'stopped':
      return signalOf(walk.failure);
    case 'wrong-label':
    case 'stuck':
      return 'stop';
  }
}

/** Plays the sound of each new state of the bench, unless sounds are off in Setup. */
export function useSounds(): void {
  const snapshot = useSnapshot();
  const isOn = snapshot?.frame.sounds ?? false;
  const walkNo = snapshot?.bench.walkNo ?? 0;
  const signal = snapshot ? signalNow(snapshot.bench.walk) : 'ready';
  const step = snapshot?.bench.walk.step;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isOn && !isFirst.current) play(signal);
    isFirst.current = false;
  }, [signal, step, walkNo, isOn]);
}

let audio: AudioContext | undefined;

/** A browser may refuse audio (no device, not yet touched): the bench then stays silent, nothing else. */
function play(signal: Signal): void {
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
