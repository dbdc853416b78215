import { text } from '../text/text.ts';

export function OrdersScreen() {
  return <h1>{text.orders.title}</h1>;
}
