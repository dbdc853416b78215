import type { ProductData } from '../../../../shared/product-data.ts';

/** Facts of products from files of the shop. */
export interface ProductJournal {
  /**
   * Stores these products as one commit. A fact that a product does not state any more stays as it was. Returns how many were new and how
   * many changed.
   */
  takeProducts(products: readonly ProductData[]): { readonly added: number; readonly changed: number };
  /** Returns the products of these keys (`productKey`) that are known. */
  productsAt(keys: readonly string[]): ReadonlyMap<string, ProductData>;
  /** Returns the products that have a bar code of one of these forms (`itemCode`). */
  productsWithCode(codes: readonly string[]): readonly ProductData[];
  countProducts(): number;
  forgetProducts(): void;
}
