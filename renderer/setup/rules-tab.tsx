import { useState } from 'react';
import { neverHolds } from '../../shared/never-holds.ts';
import { labelPrinters, nameOfPrinter } from '../../shared/printer.ts';
import { readRulesFile } from '../../shared/rules-file.ts';
import { emptyRule, type LastRule, mostRules, type ShippingRule } from '../../shared/shipping-rule.ts';
import type { TriedRules } from '../../shared/tried-rules.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, Key } from '../ui/button.tsx';
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
  const [notice, setNotice] = useState('');
  const { send, failure } = useIntent();
  const read = drafts.map((draft) => readRule(draft, currency));
  const list = read.filter((rule) => rule !== undefined);
  const errors = drafts.length - list.length;
  // The places are only valid if every rule can be parsed.
  const idle = errors === 0 ? neverHolds(list) : [];
  const lastNo = drafts.length + 1;
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
  const importFile = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const rules = file.size <= 1_000_000 ? readRulesFile(await file.text()) : undefined;
    if (rules) take(rules);
    setNotice(rules ? words.imported(file.name) : words.notImported(file.name));
  };
  const exportFile = async () => {
    const saved = await send(station.exportRules({ list, last }));
    if (saved) setNotice(words.exported(saved.file));
  };
  const items = [...drafts.map((_each, index) => index + 1), lastNo];
  const sentenceAt = (no: number): string => {
    if (no === lastNo) return words.lastText[last];
    const rule = read[no - 1];
    return rule ? words.ruleText(rule) : words.unfinished;
  };

  return (
    <>
      <FailureNote failure={failure} />
      <div className="rules-two grow">
        <section className="card card-flush col rules-card">
          <div className="head rules-head">
            <h2 className="grow">{words.title}</h2>
            <FileButton isSmall kind="quiet" onFiles={(files) => void importFile(files)}>
              {words.import}
            </FileButton>
            <Button isSmall kind="quiet" isDisabled={errors > 0} onPress={() => void exportFile()}>
              {words.export}
            </Button>
            <Button isSmall kind="quiet" onPress={() => setBeside('versions')}>
              {words.versions}
            </Button>
            <Button
              isSmall
              keyName="F8"
              isDisabled={drafts.length >= mostRules}
              onPress={() => setAll([...drafts, draftOf({ ...emptyRule, take: { is: 'ask' } })], drafts.length)}
            >
              <Icon name="plus" />
              {words.new}
            </Button>
          </div>
          {notice && <output className="muted rules-notice">{notice}</output>}
          <PickList
            label={words.title}
            items={items}
            keyOf={String}
            nameOf={sentenceAt}
            picked={String(picked + 1)}
            onPick={(no) => {
              setPicked(Number(no) - 1);
              setBeside('rule');
            }}
          >
            {(no) => {
              const never = idle.find((each) => each.no === no);
              const decided = tried?.decided.find((each) => each.no === no)?.orders ?? 0;
              const isOff = drafts[no - 1]?.isOn === false;
              return (
                <>
                  <Key name={String(no)} />
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
        </section>
        <div className="col rules-beside">
          <Button isSmall keyName="F7" isDisabled={errors > 0} onPress={() => void tryThem()}>
            {words.try}
          </Button>
          {beside === 'trial' && tried && <RulesTrial tried={tried} />}
          {beside === 'versions' && (
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
                    <Button isSmall kind="quiet" label={words.takeBackOf(older.version)} onPress={() => take(older)}>
                      {words.takeBack}
                    </Button>
                  </li>
                ))}
              </ul>
            </Card>
          )}
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
            <Card className="col" title={words.lastTitle}>
              <Segment
                label={words.lastLabel}
                options={[
                  { id: 'ask', name: words.form.asks },
                  { id: 'cheapest', name: words.form.buys },
                ]}
                value={last}
                onChange={(id: LastRule) => {
                  setLast(id);
                  setTried(undefined);
                }}
              />
              <p className="muted">{words.lastHint}</p>
            </Card>
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
