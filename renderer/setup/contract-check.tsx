import { useState } from 'react';
import type { Capabilities, ContractReport, Spellings } from '../../shared/contract.ts';
import { type Intent, useQuery } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Segment, SwitchRow } from '../ui/field.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Tests in the sandbox what the service's document leaves open, and shows the results. */
export function ContractCheck({ intent, onBack }: { intent: Intent; onBack: () => void }) {
  const { station } = useWindowState();
  const words = text.setup.contract;
  const isSandbox = useFrame(({ world }) => world === 'sandbox');
  const isShared = useFrame(({ ledger }) => ledger !== null);
  const [books, setBooks] = useState(false);
  const report = useQuery('setup', () => station.contractReport({}), []);
  const learned = report.value?.learned ?? null;
  const step = report.value?.step ?? null;
  const isBusy = intent.isBusy || step !== null;
  const run = async () => {
    await intent.send(station.checkContract({ book: books }));
    setBooks(false);
    report.reload();
  };
  return (
    <>
      <Card
        className="col connect"
        title={words.title}
        aside={
          <Button kind="quiet" isSmall onPress={onBack}>
            {words.back}
          </Button>
        }
      >
        <FailureNote failure={intent.failure ?? report.failure} />
        <p className="muted">{isSandbox ? (books ? words.bookHint : words.hint) : words.onlySandbox}</p>
        {isShared && learned?.serviceIdSurvivesQuote !== true && <p className="muted">{words.turns}</p>}
        {isSandbox && (
          <div className="row connect-end">
            {step === null ? (
              <SwitchRow isOn={books} isDisabled={isBusy} onChange={setBooks}>
                {words.book}
              </SwitchRow>
            ) : (
              <output className="strong">{words.at(words.steps[step])}</output>
            )}
            <span className="push" />
            <Button
              kind={books ? 'stop' : 'primary'}
              isSmall
              means={books ? 'commit' : 'check'}
              commits
              isDisabled={isBusy}
              onPress={() => void run()}
            >
              {books ? words.runBooking : words.run}
            </Button>
          </div>
        )}
      </Card>
      <ByHand intent={intent} />
      {report.value && learned && <Learned learned={learned} drift={report.value.drift} />}
    </>
  );
}

const choices = {
  environment: ['learned', 'environment', 'environmet', 'both'],
  instructions: ['learned', 'instructions', 'instuctions', 'both'],
} as const;

/** A person can set values that a check cannot determine. */
function ByHand({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  const words = text.setup.contract;
  const setup = useQuery('setup', () => station.setup({}), []);
  const now = setup.value?.settings.spellings;
  if (!now) return <FailureNote failure={setup.failure} onRetry={setup.reload} />;
  const say = (change: Partial<Spellings>) =>
    void intent.send(station.saveSettings({ settings: { spellings: { ...now, ...change } } })).then(setup.reload);
  const named = <Id extends keyof typeof words.spellings>(ids: readonly Id[]) => ids.map((id) => ({ id, name: words.spellings[id] }));
  return (
    <Card className="col" title={words.byHandTitle}>
      <Segment
        label={words.byHand.environment}
        options={named(choices.environment)}
        value={now.environment}
        onChange={(environment) => say({ environment })}
      />
      <Segment
        label={words.byHand.instructions}
        options={named(choices.instructions)}
        value={now.instructions}
        onChange={(instructions) => say({ instructions })}
      />
      <p className="muted">{words.byHandHint}</p>
    </Card>
  );
}

function Learned({ learned, drift }: { learned: Capabilities; drift: ContractReport['drift'] }) {
  const words = text.setup.contract;
  return (
    <Card
      className="col grow"
      title={words.learnedAt(momentText(learned.checkedAt))}
      aside={<span className="muted">{learned.baseUrl}</span>}
    >
      {drift.length > 0 && (
        <div className="col contract-drift">
          <Badge state="look">{words.driftTitle}</Badge>
          <ul>
            {drift.map(({ at, action, what }) => (
              <li key={`${action} ${what}`}>{words.drift(momentText(at), action, what)}</li>
            ))}
          </ul>
          <p className="muted">{words.driftHint}</p>
        </div>
      )}
      <Facts
        facts={[
          [words.facts.environment, spelling(learned.environment)],
          [words.facts.instructions, spelling(learned.instructions)],
          [words.facts.serviceId, answerText(learned.serviceIdSurvivesQuote, words.still, words.gone, words.notKnown)],
          [words.facts.enums, answerText(learned.anyCaseOfEnums, words.taken, words.notTaken, words.notKnown)],
          [words.facts.secondShip, answerText(learned.secondShipRefused, words.refused, words.bookedAgain, words.needsBooking)],
          [
            words.facts.answers,
            Object.entries(learned.results)
              .map(([action, shape]) => words.answer(action, words.shapes[shape]))
              .join(', '),
          ],
          learned.errors ? [words.facts.errors, words.error(words.shapes[learned.errors], learned.errorStatus)] : undefined,
        ]}
      />
      {drift.length === 0 && <p className="muted">{words.noDrift}</p>}
    </Card>
  );
}

const spelling = (read: string) => (read === 'both' ? text.setup.contract.bothSent : <span className="mono">{read}</span>);

const answerText = (answer: boolean | null, yes: string, no: string, open: string): string => (answer === null ? open : answer ? yes : no);
