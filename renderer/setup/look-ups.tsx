import { useState } from 'react';
import type { ImportReport } from '../../shared/ipc.ts';
import { isFixedByMapping } from '../../shared/mapping.ts';
import { type LookUpState, mostLookUps, newLookUp } from '../../shared/order-source.ts';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { useWindowState } from '../window-state.ts';
import { asDraft, countOf, errorsOf, type LookUpDraft } from './look-up-draft.ts';
import { LookUpForm } from './look-up-form.tsx';

interface LookUpsProps {
  readonly setup: Setup;
  readonly drafts: readonly LookUpDraft[];
  readonly onChange: (drafts: readonly LookUpDraft[]) => void;
}

/** Look-ups that are queried for the order of a scanned number, in order; beside them the picked one. */
export function LookUps({ setup, drafts, onChange }: LookUpsProps) {
  const words = text.setup.sources;
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      drafts.findIndex(({ id }) => setup.lookUps.some((each) => each.id === id && each.trouble)),
    ),
  );
  const picked = Math.min(place, drafts.length - 1);
  const draft = drafts[picked];
  const stateOf = ({ id }: LookUpDraft): LookUpState | undefined => setup.lookUps.find((each) => each.id === id && id !== '');
  const state = draft && stateOf(draft);
  const add = () => {
    onChange([...drafts, asDraft({ ...newLookUp, isOn: true })]);
    setPlace(drafts.length);
  };
  const up = (moved: LookUpDraft) => {
    const others = drafts.filter((each) => each !== moved);
    onChange([...others.slice(0, picked - 1), moved, ...others.slice(picked - 1)]);
    setPlace(picked - 1);
  };
  const standsOf = (each: LookUpDraft): string => {
    const known = stateOf(each);
    if (!known) return words.stands.new;
    if (!each.isOn) return words.stands.off;
    if (known.trouble) return words.stands.trouble;
    return known.answeredAt === null ? words.stands.quiet : words.answered(momentText(known.answeredAt));
  };
  const change = (made: Partial<LookUpDraft>): void => onChange(drafts.map((each, at) => (at === picked ? { ...each, ...made } : each)));
  return (
    <div className="setup-two">
      <Card
        className="col"
        title={draft ? words.titleOf(draft.name) : words.lookUpTitle}
        aside={
          draft && (
            <SwitchRow isOn={draft.isOn} onChange={(isOn) => change({ isOn })}>
              {words.lookUpOn}
            </SwitchRow>
          )
        }
      >
        {draft ? (
          <>
            <FailureNote failure={state?.trouble ?? null} />
            <LookUpForm
              key={picked}
              draft={draft}
              errors={errorsOf(draft, drafts)}
              state={state}
              mappings={setup.settings.mappings.map(({ name }) => name)}
              onChange={change}
            />
            <p className="muted">{hintOf(draft)}</p>
            {state && <TryIt key={state.id} id={state.id} />}
          </>
        ) : (
          <p className="muted">{words.noLookUps}</p>
        )}
      </Card>
      <Card isFlush className="col" title={words.lookUps}>
        {drafts.length > 0 && (
          <PickList
            label={words.lookUps}
            items={drafts.map((each, at) => ({ ...each, at }))}
            keyOf={({ at }) => String(at)}
            nameOf={({ name }) => name}
            picked={String(picked)}
            onPick={(at) => setPlace(Number(at))}
          >
            {({ at: _at, ...each }) => (
              <span className="what grow">
                <b>{each.name}</b>
                <span>{countOf(errorsOf(each, drafts)) > 0 ? words.unfit : standsOf(each)}</span>
              </span>
            )}
          </PickList>
        )}
        <div className="sender-acts">
          <Button isSmall isDisabled={drafts.length >= mostLookUps} onPress={add}>
            <Icon name="plus" />
            {words.add}
          </Button>
          {draft && (
            <>
              {drafts.length > 1 && (
                <Button isSmall kind="quiet" label={words.upOf(draft.name)} isDisabled={picked === 0} onPress={() => up(draft)}>
                  {words.up}
                </Button>
              )}
              <Button
                isSmall
                kind="quiet"
                label={words.removeOf(draft.name)}
                onPress={() => {
                  onChange(drafts.filter((each) => each !== draft));
                  setPlace(Math.max(0, picked - 1));
                }}
              >
                {words.remove}
              </Button>
            </>
          )}
        </div>
        <p className="muted small sender-hint">{words.lookUpsHint}</p>
      </Card>
    </div>
  );
}

function hintOf({ kind, body, isEncrypted }: LookUpDraft): string {
  const words = text.setup.sources;
  if (kind === 'http') return body.trim() ? `${words.postHint} ${words.lookUpHint}` : words.lookUpHint;
  if (!isEncrypted) return words.openDatabaseHint;
  return kind === 'sqlserver' ? words.sqlServerHint : words.databaseHint;
}

/** Queries like a scan, with the saved settings. */
function TryIt({ id }: { id: string }) {
  const { station } = useWindowState();
  const words = text.setup.sources;
  const { send, failure, isBusy } = useIntent();
  const [code, setCode] = useState('');
  const [report, setReport] = useState<ImportReport | null>();
  const ask = async () => {
    setReport(undefined);
    setReport(await send(station.tryLookUp({ id, code: code.trim() })));
  };
  return (
    <>
      <FailureNote failure={failure} />
      {failure?.reasons?.some(isFixedByMapping) && <p className="strong">{words.triedMap}</p>}
      <div className="setup-grid">
        <Field className="span-2" label={words.tryNumber} value={code} onChange={setCode} />
        <Button isSmall className="span-2 to-end" isDisabled={isBusy || code.trim() === ''} onPress={() => void ask()}>
          {words.tryIt}
        </Button>
        <output className="span-2 muted to-end">
          {report === undefined ? words.tryHint : report === null ? words.triedNone : text.orders.report(report)}
        </output>
      </div>
    </>
  );
}
