import type { SeenBurst } from '../scanner/key-reader.ts';
import type { Arrived } from '../scanner/reading.ts';
import { text } from '../text/text.ts';
import { Card, Facts } from '../ui/card.tsx';

/** More readings of one burst are not useful. */
const shownReadings = 3;

/** The keys of the last burst, their reading, and why it was a scan or not. */
export function ArrivedKeys({ burst }: { burst: SeenBurst | null }) {
  const words = text.setup.scanner;
  if (!burst)
    return (
      <Card className="col" title={words.arrived}>
        <p className="muted">{words.nothing}</p>
      </Card>
    );
  const { parts, end, endGapMs, texts, decision } = burst;
  return (
    <Card className="col" title={words.arrived}>
      <ol className="arrived-keys" aria-label={words.arrived}>
        {parts.map(({ arrived, pauseMs }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- only their place distinguishes equal keys
          <li key={at}>
            <code>{keyName(arrived)}</code>
            <span className="small muted">{words.gap(at === 0 ? 0 : pauseMs)}</span>
          </li>
        ))}
        <li>
          <code>{end ?? words.noEnd}</code>
          {end && <span className="small muted">{words.gap(endGapMs)}</span>}
        </li>
      </ol>
      <output>
        <b>{words.why(decision)}</b>
      </output>
      <Facts facts={[[words.understoodAs, texts.slice(0, shownReadings).join(words.or) || words.asNothing]]} />
    </Card>
  );
}

/** The physical key with its modifiers. */
function keyName(arrived: Arrived): string {
  const words = text.setup.scanner;
  if (arrived.is === 'lost') return words.lost;
  if (arrived.is === 'character') return words.byNumber(arrived.character);
  const { code, key, shift, altGr } = arrived;
  return [shift && 'Shift', altGr && 'AltGr', code || key].filter(Boolean).join(' ');
}
