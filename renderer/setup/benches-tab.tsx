import { useState } from 'react';
import type { Frame } from '../../shared/bench.ts';
import type { Setup } from '../../shared/settings.ts';
import { momentText } from '../text/format.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { useFrame } from '../window-state.ts';
import { BenchesList } from './benches-list.tsx';
import { JoinCode } from './join-code.tsx';
import { JoinSite } from './join-site.tsx';

/** The benches of the site: the state of this one, the others, and how to join. */
export function BenchesTab({ setup }: { setup: Setup }) {
  const ledger = useFrame((frame) => frame.ledger);
  const isPaired = ledger !== null && ledger.bench !== null && ledger.shut !== 'not-paired';
  const [picked, setPicked] = useState<number | null>(null);
  const [joinsAgain, setJoinsAgain] = useState(false);
  // One form at a time, because each asks for the PIN.
  const joins = !isPaired || joinsAgain;
  return (
    <>
      {setup.isLeavingLedger && (
        <Card className="col" title={text.setup.benches.title(null)}>
          <Note icon="stop">{text.setup.benches.leaving}</Note>
        </Card>
      )}
      {ledger && !setup.isLeavingLedger && <Standing ledger={ledger} />}
      {isPaired && (
        <BenchesList
          asksSitePin={setup.asksSitePin}
          hasOwnSettings={setup.settings.site === null}
          ledger={`${ledger.shut} ${ledger.waitsFor.join()}`}
          picked={joins ? null : picked}
          onPick={(bench) => {
            setPicked(bench);
            setJoinsAgain(false);
          }}
        />
      )}
      {!joins && picked === null && (
        <Card className="col" title={text.setup.benches.siteTitle}>
          <p className="muted">{text.setup.benches.siteHint(setup.settings.site)}</p>
        </Card>
      )}
      {joins && <JoinSite setup={setup} isPaired={isPaired} />}
      {!joins && picked === null && (
        <div className="row">
          <Button kind="quiet" isSmall onPress={() => setJoinsAgain(true)}>
            {text.setup.benches.joinAgain}
          </Button>
        </div>
      )}
      {!joins && picked === null && <JoinCode asksSitePin={setup.asksSitePin} />}
    </>
  );
}

function Standing({
  ledger: { bench, shut, waitsFor, otherVersion, unreported, unreportedElsewhere, answeredAt, mirroredAt },
}: {
  ledger: NonNullable<Frame['ledger']>;
}) {
  const words = text.setup.benches;
  return (
    <Card className="col" title={words.title(bench)}>
      {shut && (
        <Note icon="stop">
          {text.failures[shut].what} {text.failures[shut].next}
        </Note>
      )}
      {otherVersion && <p>{reasonText(otherVersion)}.</p>}
      {waitsFor.length > 0 && <p>{words.waitsFor(waitsFor)}</p>}
      <p className="muted">{words.syncStatus(unreported + (unreportedElsewhere ?? 0), shut === null && unreportedElsewhere !== null)}</p>
      <p className="muted">{answeredAt ? words.lastAnswerAt(momentText(answeredAt)) : words.noAnswerYet}</p>
      <p className="muted">{mirroredAt ? words.mirroredAt(momentText(mirroredAt)) : words.neverMirrored}</p>
    </Card>
  );
}
