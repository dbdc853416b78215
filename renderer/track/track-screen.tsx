import { text } from '../text/text.ts';

export function TrackScreen() {
  return <h1>{text.track.title}</h1>;
}
