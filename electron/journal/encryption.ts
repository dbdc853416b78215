/** The place of encrypted bytes: `table.column` and the id of the row. */
export type Place = readonly [column: string, row: string | number];

export interface Encryption {
  /** Encrypts for this place only; two calls with the same bytes return different results. */
  readonly encrypt: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Throws if the bytes were encrypted with another key or for another place, or were changed. */
  readonly decrypt: (bytes: Uint8Array, place: string) => Uint8Array;
}

/** The encryption for the journal of one environment. */
export interface PlacedEncryption {
  readonly encrypt: (bytes: Uint8Array, place: Place) => Uint8Array;
  readonly decrypt: (bytes: Uint8Array, place: Place) => Uint8Array;
}

export function encryptionIn(world: string, { encrypt, decrypt }: Encryption): PlacedEncryption {
  const placeIn = ([column, row]: Place): string => JSON.stringify([world, column, String(row)]);
  return {
    encrypt: (bytes, place) => encrypt(bytes, placeIn(place)),
    decrypt: (bytes, place) => decrypt(bytes, placeIn(place)),
  };
}
