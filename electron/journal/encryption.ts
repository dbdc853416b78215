/** The place of encrypted bytes: `table.column` and the id of the row. */
export type Place = readonly [column: string, row: string | number];

export interface Encryption {
  /** Encrypts for this place only; two calls with the same bytes return different results. */
  readonly encrypt: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Throws if the bytes were encrypted with another key or for another place, or were changed. */
  readonly decrypt: (bytes: Uint8Array, place: string) => Uint8Array;
  /** The same with another key. */
  readonly under: (key: Uint8Array) => Pick<Encryption, 'encrypt' | 'decrypt'>;
}

/** The encryption for the journal of one environment. */
export interface PlacedEncryption {
  readonly encrypt: (bytes: Uint8Array, place: Place) => Uint8Array;
  readonly decrypt: (bytes: Uint8Array, place: Place) => Uint8Array;
}

/** The data key of a journal, which also opens the keys of its days. */
export interface RootEncryption extends PlacedEncryption {
  readonly world: string;
  readonly under: (key: Uint8Array) => PlacedEncryption;
}

/** The place of a value among all journals. */
export const placeIn = (world: string, [column, row]: Place): string => JSON.stringify([world, column, String(row)]);

export function encryptionIn(world: string, encryption: Pick<Encryption, 'encrypt' | 'decrypt'>): PlacedEncryption {
  return {
    encrypt: (bytes, place) => encryption.encrypt(bytes, placeIn(world, place)),
    decrypt: (bytes, place) => encryption.decrypt(bytes, placeIn(world, place)),
  };
}

export const rootEncryptionIn = (world: string, encryption: Encryption): RootEncryption => ({
  world,
  ...encryptionIn(world, encryption),
  under: (key) => encryptionIn(world, encryption.under(key)),
});
