import { text } from '../text/text.ts';

export function SetupScreen() {
  return <h1>{text.setup.title}</h1>;
}
