import { slipKinds } from '../../shared/slip-kind.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Segment, Select, SwitchRow } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  type ConditionDraft,
  type ConditionKind,
  conditionKinds,
  isWhole,
  type RuleDraft,
  readAtMost,
  readCondition,
  readTake,
  type TakeKind,
  takeKinds,
  takesWords,
} from './rule-draft.ts';

interface RuleFormProps {
  readonly no: number;
  readonly draft: RuleDraft;
  /** Currency of amounts typed without one. */
  readonly currency: string;
  /** Names of the senders in Setup. */
  readonly senders: readonly string[];
  /** Names of the label printers in Setup. */
  readonly printers: readonly string[];
  readonly onChange: (draft: RuleDraft) => void;
  /** Undefined if it is the first or the last. */
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly onDelete: () => void;
}

const slipChoices = ['none', ...slipKinds] as const;
const pointKinds = ['none', 'nearest', 'choose', 'never'] as const;

/** Longer than any sender's or printer's name can be. */
const noName = '-'.repeat(41);

/** One rule while it is edited: its conditions, its limits, and the service it takes. */
export function RuleForm({ no, draft, currency, senders, printers, onChange, onUp, onDown, onDelete }: RuleFormProps) {
  const words = text.rules.form;
  const change = (part: Partial<RuleDraft>) => onChange({ ...draft, ...part });
  return (
    <Card className="col rule-form" title={words.title(no)}>
      <div className="row rule-moves">
        <Button isSmall kind="quiet" isDisabled={!onUp} onPress={() => onUp?.()}>
          {words.up}
        </Button>
        <Button isSmall kind="quiet" isDisabled={!onDown} onPress={() => onDown?.()}>
          {words.down}
        </Button>
        <Button isSmall kind="quiet" onPress={onDelete}>
          {words.delete}
        </Button>
      </div>
      <SwitchRow isOn={draft.isOn} onChange={(isOn) => change({ isOn })}>
        <span className="grow">{words.isOn}</span>
      </SwitchRow>
      <Conditions conditions={draft.conditions} currency={currency} onChange={(conditions) => change({ conditions })} />
      <Field label={words.never} placeholder={words.neverHint} value={draft.never} onChange={(never) => change({ never })} />
      <Field
        label={words.atMost}
        unit={currency}
        placeholder={words.noLimit}
        value={draft.atMost}
        onChange={(atMost) => change({ atMost })}
        {...(readAtMost(draft.atMost, currency) === undefined && { error: words.invalid(words.hints['value-over'] ?? '') })}
      />
      <SwitchRow isOn={draft.isInsured} onChange={(isInsured) => change({ isInsured })}>
        <span className="grow">{words.insure}</span>
      </SwitchRow>
      <SwitchRow isOn={draft.isCo2} onChange={(isCo2) => change({ isCo2 })}>
        <span className="grow">{words.co2}</span>
      </SwitchRow>
      <SwitchRow isOn={draft.checksItems} onChange={(checksItems) => change({ checksItems })}>
        <span className="grow">{words.checksItems}</span>
      </SwitchRow>
      <SwitchRow isOn={draft.confirmsNote} onChange={(confirmsNote) => change({ confirmsNote })}>
        <span className="grow">{words.confirmsNote}</span>
      </SwitchRow>
      <Select
        label={words.slip}
        options={slipChoices.map((id) => ({ id, name: words.slips[id] }))}
        value={draft.slip}
        onChange={(slip: RuleDraft['slip']) => change({ slip })}
      />
      <Field label={words.encloses} placeholder={words.enclosesHint} value={draft.encloses} onChange={(encloses) => change({ encloses })} />
      {(senders.length > 1 || draft.sender) && (
        <Select
          label={words.sendAs}
          options={[
            { id: noName, name: words.sendAsUsual },
            ...[...new Set([...senders, draft.sender])].filter(Boolean).map((id) => ({ id, name: id })),
          ]}
          value={draft.sender || noName}
          onChange={(sender) => change({ sender: sender === noName ? '' : sender })}
        />
      )}
      {(printers.length > 1 || draft.printer) && (
        <Select
          label={words.printer}
          options={[
            { id: noName, name: words.printerUsual },
            ...[...new Set([...printers, draft.printer])]
              .filter(Boolean)
              .map((id) => ({ id, name: printers.includes(id) ? id : words.printerGone(id) })),
          ]}
          value={draft.printer || noName}
          onChange={(printer) => change({ printer: printer === noName ? '' : printer })}
        />
      )}
      <Select
        label={words.point}
        options={pointKinds.map((id) => ({ id, name: words.points[id] }))}
        value={draft.point}
        onChange={(point: RuleDraft['point']) => change({ point })}
      />
      <TakeFields draft={draft} onChange={change} />
    </Card>
  );
}

interface ConditionsProps {
  readonly conditions: readonly ConditionDraft[];
  readonly currency: string;
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}

/** The conditions of a rule, each with a field for its value. All of them must hold. */
function Conditions({ conditions, currency, onChange }: ConditionsProps) {
  const words = text.rules.form;
  const change = (index: number, part: Partial<ConditionDraft>) =>
    onChange(conditions.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <>
      {conditions.map((condition, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place alone
        <div key={index} className="rule-condition">
          <Select
            label={index === 0 ? words.if : words.and}
            options={conditionKinds.map((id) => ({ id, name: words.kinds[id] }))}
            value={condition.kind}
            onChange={(kind: ConditionKind) => change(index, { kind })}
          />
          <Button
            isSmall
            kind="quiet"
            label={words.removeOf(words.kinds[condition.kind])}
            onPress={() => onChange(conditions.filter((_each, at) => at !== index))}
          >
            <Icon name="close" />
          </Button>
          {!isWhole(condition.kind) && (
            <Field
              label={words.kinds[condition.kind]}
              hidesLabel
              placeholder={words.hints[condition.kind] ?? ''}
              value={condition.typed}
              onChange={(typed) => change(index, { typed })}
              {...(!readCondition(condition, currency) && { error: words.invalid(words.hints[condition.kind] ?? '') })}
            />
          )}
        </div>
      ))}
      <div>
        <Button isSmall onPress={() => onChange([...conditions, { kind: 'country-in', typed: '' }])}>
          <Icon name="plus" />
          {words.addCondition}
        </Button>
      </div>
    </>
  );
}

interface TakeFieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

/** The service that the rule takes, and if it buys by itself. */
function TakeFields({ draft, onChange }: TakeFieldsProps) {
  const words = text.rules.form;
  return (
    <>
      <Select
        label={words.take}
        options={takeKinds.map((id) => ({ id, name: words.takes[id] }))}
        value={draft.take}
        onChange={(take: TakeKind) => onChange({ take })}
      />
      {takesWords(draft.take) && (
        <Field
          label={words.takes[draft.take]}
          hidesLabel
          placeholder={words.takeHints[draft.take] ?? ''}
          value={draft.takeTyped}
          onChange={(takeTyped) => onChange({ takeTyped })}
          {...(readTake(draft) === undefined && { error: words.invalid(words.takeHints[draft.take] ?? '') })}
        />
      )}
      {draft.take !== 'none' && draft.take !== 'ask' && (
        <Segment
          label={words.takeTitle}
          options={[
            { id: 'asks', name: words.asks },
            { id: 'buys', name: words.buys },
          ]}
          value={draft.buys ? 'buys' : 'asks'}
          onChange={(id: 'asks' | 'buys') => onChange({ buys: id === 'buys' })}
        />
      )}
    </>
  );
}
