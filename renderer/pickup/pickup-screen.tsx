import { text } from '../text/text.ts';

export function PickupScreen() {
  return <h1>{text.pickup.title}</h1>;
}
