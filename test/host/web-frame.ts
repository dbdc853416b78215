import type { Frame } from 'playwright-core';
import { toAppOrigin, toAppUrl } from './scheme-origins.ts';

const known = new WeakMap<Frame, WebFrame>();

export interface WebFrame {
  readonly url: string;
  readonly origin: string;
  readonly parent: WebFrame | null;
  readonly top: WebFrame;
}

/** Returns the same object for the same frame, because apps compare `senderFrame` with `mainFrame`. */
export function webFrameOf(frame: Frame): WebFrame {
  const earlier = known.get(frame);
  if (earlier !== undefined) return earlier;
  const webFrame: WebFrame = {
    get url() {
      return toAppUrl(frame.url());
    },
    get origin() {
      return toAppOrigin(frame.url());
    },
    get parent() {
      const parent = frame.parentFrame();
      return parent === null ? null : webFrameOf(parent);
    },
    get top() {
      return this.parent?.top ?? this;
    },
  };
  known.set(frame, webFrame);
  return webFrame;
}
