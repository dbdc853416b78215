import PQueue from 'p-queue';
import { blockedPort, type PortState, type ReachSettings } from '../../shared/port-listener.ts';
import type { HttpListener } from './http-listener.ts';

export interface PortKeeper<To extends ReachSettings> {
  state(): PortState;
  /** Opens the port, moves it, or closes it, after every earlier call. Never rejects: `state` reports the outcome. */
  move(to: To | null): Promise<void>;
}

/**
 * Keeps one listener as Setup defines it. Plain HTTP is offered to other computers only if Setup records that the administrator accepted
 * that others on the network can read it.
 */
export function createPortKeeper<To extends ReachSettings>(parts: {
  /** Rejects with the error of the operating system if the port cannot be opened. */
  readonly start: (to: To, host: string) => Promise<HttpListener>;
  readonly blocked: (code: string) => void;
  readonly changed: () => void;
}): PortKeeper<To> {
  let listener: HttpListener | undefined;
  let state: PortState = { is: 'shut' };
  const moves = new PQueue({ concurrency: 1 });

  async function open(to: To): Promise<PortState> {
    if (to.fromNetwork && !to.acceptsPlain) return { is: 'blocked', why: 'plain-http-not-accepted', port: to.port };
    try {
      listener = await parts.start(to, to.fromNetwork ? '0.0.0.0' : '127.0.0.1');
      return { is: 'open', port: listener.port };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      parts.blocked(code);
      return blockedPort(to.port, code);
    }
  }

  async function moveNow(to: To | null): Promise<void> {
    await listener?.stop();
    listener = undefined;
    state = to ? await open(to) : { is: 'shut' };
    parts.changed();
  }

  return { state: () => state, move: (to) => moves.add(() => moveNow(to)) };
}
