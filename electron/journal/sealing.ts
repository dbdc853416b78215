/** Where sealed bytes stand: `table.column` and what tells its row from all others. */
export type Place = readonly [column: string, row: string | number];

export interface Sealing {
  /** Encrypts for this place alone; two calls with the same bytes give different ones. */
  readonly seal: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Throws when the bytes were sealed with another key, for another place, or changed. */
  readonly open: (bytes: Uint8Array, place: string) => Uint8Array;
}

/** The sealing of one world's journal. */
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
