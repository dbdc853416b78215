import { ready } from 'zpl-renderer-js';

export interface DrawLabel {
  readonly zpl: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dotsPerMm: number;
}

export type LabelDrawn = { readonly png: string } | { readonly error: string };

const answer = (drawn: LabelDrawn) => self.postMessage(drawn);

// This library never returns on a truncated label, so the page ends the whole worker after a timeout.
self.addEventListener('message', (event: MessageEvent<DrawLabel>) => {
  const { zpl, widthMm, heightMm, dotsPerMm } = event.data;
  void ready
    .then(({ api }) => api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm))
    .then(
      (png) => answer({ png }),
      (cause: unknown) => answer({ error: String(cause) }),
    );
});
