/** The place of encrypted bytes: `table.column` and the id of the row. */
export type Place = readonly [column: string, row: string | number];

export interface Sealing {
  /** Encrypts for this place only; two calls with the same bytes return different results. */
  readonly seal: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Throws if the bytes were encrypted with another key or for another place, or were changed. */
  readonly open: (bytes: Uint8Array, place: string) => Uint8Array;
}

/** The encryption for the journal of one environment. */
export interface PlacedSealing {
  readonly seal: (bytes: Uint8Array, place: Place) => Uint8Array;
  readonly open: (bytes: Uint8Array, place: Place) => Uint8Array;
}

export function sealingIn(world: string, { seal, open }: Sealing): PlacedSealing {
  const placeIn = ([column, row]: Place): string => JSON.stringify([world, column, String(row)]);
  return {
    seal: (bytes, place) => seal(bytes, placeIn(place)),
    open: (bytes, place) => open(bytes, placeIn(place)),
  };
}
