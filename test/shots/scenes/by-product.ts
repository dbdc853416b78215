import { order, parcel, people } from '../people.ts';
import { failure, type Scene, scene } from '../scene.ts';
import { choosing } from './ship.ts';

const bowlCode = '4006381333931';
const lines = [{ name: 'Bowl Dommel, cobalt', sku: 'HK-BWL-22-CO', quantity: 1, price: null, barcodes: [bowlCode], shelf: 'B-12-3' }];
const ofOnePiece = order('A-23', people.francoise, [parcel(2400)], { lines });

/** The code of a product opens an order. */
export const byProductScenes: readonly Scene[] = [
  scene('product-ready', 'ship', { large: true, frame: { toResolve: 1, opensByProduct: true } }),
  scene('product-none', 'ship', {
    large: true,
    frame: { opensByProduct: true },
    workflow: {
      step: 'stopped',
      code: bowlCode,
      order: null,
      failure: failure('product-not-open', [
        { code: 'product-orders-elsewhere', keys: ['A-31'], more: 0 },
        { code: 'product-orders-stopped', keys: ['ORD-48232', 'ORD-48233', 'ORD-48240'], more: 4 },
        { code: 'product-with-others', orders: 4, isAll: true },
      ]),
      problems: [],
    },
  }),
  scene('product-of-several', 'ship', {
    workflow: { ...choosing, order: ofOnePiece, notice: failure('product-of-several', 'SHELF-7') },
  }),
  scene('product-or-order', 'ship', { workflow: { ...choosing, order: ofOnePiece, notice: failure('product-or-order', 'A-23') } }),
];
