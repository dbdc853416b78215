import { ready } from 'zpl-renderer-js';

export interface DrawLabel {
  readonly zpl: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dotsPerMm: number;
}

export type LabelDrawn = { readonly png: string } | { readonly error: string };

const answer = (drawn: LabelDrawn) => self.postMessage(drawn);

// A label cut short never ends in this library, so the page ends the whole worker when its time is up.
self.addEventListener('message', (event: MessageEvent<DrawLabel>) => {
  const { zpl, widthMm, heightMm, dotsPerMm } = event.data;
  void ready
    .then(({ api }) => api.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm))
    .then(
      (png) => answer({ png }),
      (cause: unknown) => answer({ error: String(cause) }),
    );
});
