/** Number of parcels that are at the service at once. */
export interface Pace {
  width(): number;
  went(): void;
  /** The service asked for fewer requests. */
  tooFast(): void;
}

const first = 4;
const most = 12;

/** One more after each round that went well, half as many after a failed one. */
export function createPace(): Pace {
  let width = first;
  let sinceChange = 0;
  return {
    width: () => width,
    went() {
      sinceChange += 1;
      if (sinceChange < width || width >= most) return;
      width += 1;
      sinceChange = 0;
    },
    tooFast() {
      width = Math.max(1, Math.floor(width / 2));
      sinceChange = 0;
    },
  };
}
