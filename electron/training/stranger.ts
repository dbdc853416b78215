import type { LabelFacts } from './label-facts.ts';

/** Another customer, for answers about the wrong order. */
export const stranger = {
  orderNo: 'CSP-26-000017',
  lines: ['Rosalind Featherstone', 'Old Mill Cottage', '7 Weir Lane', 'HX7 8AD Hebden Bridge', 'UNITED KINGDOM'],
};

/** The same label, addressed to the other customer. */
export function strangersFacts(label: LabelFacts): LabelFacts {
  return {
    ...label,
    to: stranger.lines,
    toPhone: '',
    toServicePoint: false,
    reference: 'R-55190',
    orderNo: stranger.orderNo,
    routing: 'GB HX7 204',
  };
}
