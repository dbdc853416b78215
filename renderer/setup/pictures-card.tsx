import { mostPictureHosts, pictureHost } from '../../shared/item-picture.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { LongField } from '../ui/field.tsx';

const linesOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** The hosts in a typed text, each once. A whole address counts as its host. */
export const hostsTyped = (typed: string): string[] => [...new Set(linesOf(typed).flatMap((line) => pictureHost(line) ?? []))];

export const isPictureHostsRight = (typed: string): boolean => errorOf(typed) === undefined;

function errorOf(typed: string): string | undefined {
  const words = text.setup.sources;
  const wrong = linesOf(typed).find((line) => pictureHost(line) === undefined);
  if (wrong !== undefined) return words.pictureHostWrong(wrong);
  return hostsTyped(typed).length > mostPictureHosts ? words.picturesTooMany(mostPictureHosts) : undefined;
}

/** The servers from which pictures of items are loaded. */
export function PicturesCard({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const words = text.setup.sources;
  const error = errorOf(typed);
  return (
    <Card className="col" title={words.picturesTitle}>
      <LongField
        label={words.pictureHosts}
        value={typed}
        onChange={onType}
        placeholder={words.pictureHostsExample}
        {...(error !== undefined && { error })}
      />
      <p className="muted">{words.picturesHint}</p>
    </Card>
  );
}
