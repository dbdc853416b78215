/** An order, as in a JSON file, that leaves no question open. */
export const plainOrder = (order: string) => ({
  order,
  name: 'Anna Lehmann',
  street: 'Kastanienallee',
  house_number: '84',
  postal_code: '10435',
  city: 'Berlin',
  country: 'DE',
  phone: '+49 30 5557 2101',
  weight_kg: '1.2',
  length_cm: '40',
  width_cm: '30',
  height_cm: '20',
  contents: 'Vase',
  value: '64.00',
  currency: 'EUR',
});
