import { useState } from 'react';
import { neverHolds } from '../../shared/never-holds.ts';
import { labelPrinters, nameOfPrinter } from '../../shared/printer.ts';
import { readRulesFile } from '../../shared/rules-file.ts';
import { emptyRule, type LastRule, mostRules, type ShippingRule, type ShippingRules } from '../../shared/shipping-rule.ts';
import type { TriedRules } from '../../shared/tried-rules.ts';
import { type Intent, useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Segment } from '../ui/field.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { draftOf, type RuleDraft, readRule } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { RulesTrial } from './rules-trial.tsx';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

type Rules = { readonly list: ShippingRule[]; readonly last: LastRule };

interface RulesTabProps extends Omit<TabProps, 'onSave'> {
  readonly onSave: (rules: Rules) => void;
}

/** Ordered rules: each a sentence, edited beside the list, tried on a past day, saved as a new version. */
export function RulesTab({ setup: { settings }, isBusy, isSaved, onSave }: RulesTabProps) {
  const { station } = useWindowState();
  const words = text.rules;
  const { shippingRules, currency } = settings;
  const [drafts, setDrafts] = useDraft<readonly RuleDraft[]>('rules.list', shippingRules.list.map(draftOf));
  const [last, setLast] = useDraft<LastRule>('rules.last', settings.rule);
  const [picked, setPicked] = useState(0);
  const [beside, setBeside] = useState<'rule' | 'trial' | 'versions'>('rule');
  const [tried, setTried] = useState<TriedRules>();
  const { send, failure } = useIntent();
  const read = drafts.map((draft) => readRule(draft, currency));
  const list = read.filter((rule) => rule !== undefined);
  const errors = drafts.length - list.length;
  const draft = drafts[picked];

  const setAll = (next: readonly RuleDraft[], place: number) => {
    setDrafts(next);
    setPicked(Math.max(0, place));
    setBeside('rule');
    setTried(undefined);
  };
  const move = (to: number) => {
    if (!draft) return;
    const others = drafts.filter((_each, at) => at !== picked);
    setAll([...others.slice(0, to), draft, ...others.slice(to)], to);
  };
  const take = (rules: Rules) => {
    setAll(rules.list.map(draftOf), 0);
    setLast(rules.last);
  };
  const tryThem = async () => {
    const answer = await send(station.tryRules({ list, last }));
    setTried(answer);
    if (answer) setBeside('trial');
  };
  const { notice, importFile, exportFile } = useRulesFile({ list, last }, send, take);

  return (
    <>
      <FailureNote failure={failure} />
      <div className="rules-two grow">
        <section className="card card-flush col rules-card">
          <RulesHead
            canAdd={drafts.length < mostRules}
            canExport={errors === 0}
            onFiles={(files) => void importFile(files)}
            onExport={() => void exportFile()}
            onVersions={() => setBeside('versions')}
            onNew={() => setAll([...drafts, draftOf({ ...emptyRule, take: { is: 'ask' } })], drafts.length)}
          />
          {notice && <output className="muted rules-notice">{notice}</output>}
          <RuleList
            drafts={drafts}
            read={read}
            last={last}
            tried={tried}
            picked={picked}
            onPick={(place) => {
              setPicked(place);
              setBeside('rule');
            }}
          />
        </section>
        <div className="col rules-beside">
          <Button isSmall means="check" isDisabled={errors > 0} onPress={() => void tryThem()}>
            {words.try}
          </Button>
          {beside === 'trial' && tried && <RulesTrial tried={tried} />}
          {beside === 'versions' && <Versions shippingRules={shippingRules} onTake={take} />}
          {beside === 'rule' && draft && (
            <RuleForm
              no={picked + 1}
              draft={draft}
              currency={currency}
              senders={settings.senders.map(({ name }) => name)}
              printers={labelPrinters(settings.printers).map(nameOfPrinter)}
              onChange={(next) => {
                setDrafts(drafts.map((each, at) => (at === picked ? next : each)));
                setTried(undefined);
              }}
              onUp={picked > 0 ? () => move(picked - 1) : undefined}
              onDown={picked < drafts.length - 1 ? () => move(picked + 1) : undefined}
              onDelete={() =>
                setAll(
                  drafts.filter((_each, at) => at !== picked),
                  Math.min(picked, drafts.length - 2),
                )
              }
            />
          )}
          {beside === 'rule' && !draft && (
            <LastRuleCard
              last={last}
              onChange={(next) => {
                setLast(next);
                setTried(undefined);
              }}
            />
          )}
        </div>
      </div>
      <SaveRow
        tab="rules"
        hint={words.hint(shippingRules.version)}
        isBusy={isBusy}
        isSaved={isSaved}
        errors={errors}
        onSave={() => onSave({ list, last })}
      />
    </>
  );
}

/** Imports and exports all rules as a file, with a notice of the outcome. */
function useRulesFile(rules: Rules, send: Intent['send'], onImported: (rules: Rules) => void) {
  const { station } = useWindowState();
  const words = text.rules;
  const [notice, setNotice] = useState('');
  const importFile = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const imported = file.size <= 1_000_000 ? readRulesFile(await file.text()) : undefined;
    if (imported) onImported(imported);
    setNotice(imported ? words.imported(file.name) : words.notImported(file.name));
  };
  const exportFile = async () => {
    const saved = await send(station.exportRules(rules));
    if (saved) setNotice(words.exported(saved.file));
  };
  return { notice, importFile, exportFile };
}

interface RulesHeadProps {
  readonly canAdd: boolean;
  readonly canExport: boolean;
  readonly onFiles: (files: FileList | null) => void;
  readonly onExport: () => void;
  readonly onVersions: () => void;
  readonly onNew: () => void;
}

function RulesHead({ canAdd, canExport, onFiles, onExport, onVersions, onNew }: RulesHeadProps) {
  const words = text.rules;
  return (
    <div className="head rules-head">
      <h2 className="grow">{words.title}</h2>
      <FileButton isSmall kind="quiet" onFiles={onFiles}>
        {words.import}
      </FileButton>
      <Button isSmall kind="quiet" isDisabled={!canExport} onPress={onExport}>
        {words.export}
      </Button>
      <Button isSmall kind="quiet" onPress={onVersions}>
        {words.versions}
      </Button>
      <Button isSmall means="new" isDisabled={!canAdd} onPress={onNew}>
        <Icon name="plus" />
        {words.new}
      </Button>
    </div>
  );
}

interface RuleListProps {
  readonly drafts: readonly RuleDraft[];
  /** The rule of each draft; undefined if it cannot be parsed. */
  readonly read: readonly (ShippingRule | undefined)[];
  readonly last: LastRule;
  readonly tried: TriedRules | undefined;
  readonly picked: number;
  readonly onPick: (place: number) => void;
}

/** Every rule as a numbered sentence, and the last rule after them. */
function RuleList({ drafts, read, last, tried, picked, onPick }: RuleListProps) {
  const words = text.rules;
  const list = read.filter((rule) => rule !== undefined);
  // The places are only valid if every rule can be parsed.
  const idle = list.length === drafts.length ? neverHolds(list) : [];
  const lastNo = drafts.length + 1;
  const items = [...drafts.map((_each, index) => index + 1), lastNo];
  const sentenceAt = (no: number): string => {
    if (no === lastNo) return words.lastText[last];
    const rule = read[no - 1];
    return rule ? words.ruleText(rule) : words.unfinished;
  };
  return (
    <PickList
      label={words.title}
      items={items}
      keyOf={String}
      nameOf={sentenceAt}
      picked={String(picked + 1)}
      onPick={(no) => onPick(Number(no) - 1)}
    >
      {(no) => {
        const never = idle.find((each) => each.no === no);
        const decided = tried?.decided.find((each) => each.no === no)?.orders ?? 0;
        const isOff = drafts[no - 1]?.isOn === false;
        return (
          <>
            <b className="num">{no}</b>
            <span className={`grow ${isOff ? 'muted' : ''}`}>
              {isOff && <b>{words.off} </b>}
              {sentenceAt(no)}{' '}
              {never && <Badge state="look">{never.is === 'contradicts' ? words.contradicts : words.decidedFirst(never.by)}</Badge>}
            </span>
            {tried && tried.day !== null && <small className="muted">{words.decided(decided)}</small>}
          </>
        );
      }}
    </PickList>
  );
}

interface VersionsProps {
  readonly shippingRules: ShippingRules;
  readonly onTake: (rules: Rules) => void;
}

/** The saved versions, each to be used again. */
function Versions({ shippingRules, onTake }: VersionsProps) {
  const words = text.rules;
  return (
    <Card className="col" title={words.versions}>
      <p className="muted">{words.versionNow(shippingRules.version)}</p>
      {shippingRules.older.length === 0 && <p className="muted">{words.noOlder}</p>}
      <ul className="list">
        {shippingRules.older.map((older) => (
          <li key={older.version}>
            <span className="what grow">
              <b>{words.version(older.version)}</b>
              <span>{words.versionDetail(older.list.length + 1, older.savedAt === null ? '' : momentText(older.savedAt))}</span>
            </span>
            <Button isSmall kind="quiet" label={words.takeBackOf(older.version)} onPress={() => onTake(older)}>
              {words.takeBack}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The rule for the orders that no other rule decides. */
function LastRuleCard({ last, onChange }: { last: LastRule; onChange: (last: LastRule) => void }) {
  const words = text.rules;
  return (
    <Card className="col" title={words.lastTitle}>
      <Segment
        label={words.lastLabel}
        options={[
          { id: 'ask', name: words.form.asks },
          { id: 'cheapest', name: words.form.buys },
        ]}
        value={last}
        onChange={onChange}
      />
      <p className="muted">{words.lastHint}</p>
    </Card>
  );
}
