import type { ItemPicture, PictureHosts } from '../../../shared/item-picture.ts';

/** Loads pictures of items. Nothing that ships a parcel waits for one. */
export interface ItemPictures {
  /** Returns undefined if there is no usable picture at this address, or if it is at none of these hosts. Never rejects. */
  load(address: string, hosts: PictureHosts): Promise<ItemPicture | undefined>;
  /** Ends what is being loaded. */
  close(): void;
}
