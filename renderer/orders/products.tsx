import { emptyProduct, type Product } from '../../shared/customs.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';
import { type ParcelDraft, type ProductDraft, productDraftOf } from './order-draft.ts';

interface ProductsProps {
  readonly parcel: ParcelDraft;
  readonly index: number;
  readonly isOnly: boolean;
  readonly currency: string;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (products: readonly ProductDraft[]) => void;
}

/** The contents of one parcel by product. Every fact of a product is required. */
export function Products({ parcel: { products }, index: parcel, isOnly, currency, notesAt, onChange }: ProductsProps) {
  const words = text.orders.form;
  return (
    <section className="customs-part">
      <h3>{isOnly ? words.productsTitle : words.productsOf(parcel + 1)}</h3>
      {products.map((draft, index) => {
        const place = { part: 'product', parcel, index } as const;
        const set = (change: Partial<ProductDraft>): void => onChange(products.with(index, { ...draft, ...change }));
        const fact = (field: 'code' | 'description' | 'originCountry' | 'hsCode', className: string) => (
          <Field
            className={className}
            label={words.product[field]}
            value={draft.product[field]}
            onChange={(written) => set({ product: withFact(draft.product, field, written) })}
            {...notesAt(place, field)}
          />
        );
        return (
          <div className="customs-grid" key={index}>
            {fact('code', 'span-2')}
            {fact('description', 'span-3')}
            <Field
              label={words.product.quantity}
              takes="number"
              value={draft.quantity}
              onChange={(quantity) => set({ quantity })}
              {...notesAt(place, 'quantity')}
            />
            {fact('originCountry', '')}
            <Field
              label={words.product.weight}
              takes="number"
              value={draft.weight}
              onChange={(weight) => set({ weight })}
              {...notesAt(place, 'weightGrams')}
            />
            <Field
              label={words.product.value(draft.product.value?.currency ?? currency)}
              takes="number"
              value={draft.value}
              onChange={(value) => set({ value })}
              {...notesAt(place, 'value')}
            />
            {fact('hsCode', 'span-2')}
            <Button kind="quiet" isSmall label={words.removeProductOf(index + 1)} onPress={() => onChange(products.toSpliced(index, 1))}>
              {words.remove}
            </Button>
          </div>
        );
      })}
      <Button isSmall onPress={() => onChange([...products, productDraftOf(emptyProduct)])}>
        {isOnly ? words.addProduct : words.addProductTo(parcel + 1)}
      </Button>
    </section>
  );
}

const withFact = (product: Product, field: 'code' | 'description' | 'originCountry' | 'hsCode', written: string): Product => ({
  ...product,
  [field]: field === 'originCountry' ? written.toUpperCase() : written,
});
