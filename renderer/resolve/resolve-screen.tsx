import { text } from '../text/text.ts';

export function ResolveScreen() {
  return <h1>{text.resolve.title}</h1>;
}
