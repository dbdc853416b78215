import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Select as AriaSelect,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  SelectValue,
  Switch,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import { Respelt } from './respelt.tsx';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the value when Enter is pressed in the field. */
  readonly onEnter?: (value: string) => void;
  readonly placeholder?: string;
  /** Why the value is not valid; shown in red below. */
  readonly error?: string;
  /** The sent spelling if the service does not accept the characters; a guess is only shown. */
  readonly respelt?: { readonly written: string; readonly sent: string; readonly isGuess: boolean };
  readonly unit?: string;
  /**
   * `number` takes digits and a point only and leaves letters to the screen's keys; `secret` hides the text; `code` treats a typed code
   * like a scanned one; an `answer` is checked by the main process.
   */
  readonly takes?: 'text' | 'number' | 'secret' | 'code' | 'answer';
  readonly isXl?: boolean;
  readonly isDisabled?: boolean;
  readonly hasFocus?: boolean;
  /** True if a heading above the field already shows its name. */
  readonly hidesLabel?: boolean;
  readonly className?: string;
}

/** Always plain text: the scanner module inserts typed text, which a browser's date and time inputs would not accept. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    onEnter,
    placeholder,
    error,
    respelt,
    unit,
    takes = 'text',
    isXl,
    isDisabled,
    hasFocus,
    hidesLabel,
  } = props;
  return (
    <TextField
      className={`field ${props.className ?? ''}`}
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      type={takes === 'secret' ? 'password' : 'text'}
      {...(hidesLabel && { 'aria-label': label })}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <div className={`input ${isXl ? 'input-xl' : ''} ${error === undefined ? '' : 'is-invalid'}`}>
        <Input
          autoComplete="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a question is asked: what is typed answers it
          autoFocus={hasFocus ?? false}
          data-takes={takes}
          inputMode={takes === 'number' ? 'decimal' : 'text'}
          {...(placeholder && { placeholder })}
          // Continues after text that was typed before the field existed.
          onFocus={({ currentTarget }) => hasFocus && currentTarget.setSelectionRange(value.length, value.length)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter?.(event.currentTarget.value);
          }}
        />
        {unit && <span className="unit">{unit}</span>}
      </div>
      <FieldError className="field-error">
        <Icon name="stop" />
        {error}
      </FieldError>
      {/* Always rendered, because a description added later would not be linked to its input. */}
      <Text slot="description" className="respelt-line">
        {respelt && <Respelt change={respelt} isGuess={respelt.isGuess} />}
      </Text>
    </TextField>
  );
}

/** Text of several lines. */
export function LongField({ label, value, onChange, placeholder, error, className }: Omit<FieldProps, 'takes' | 'unit' | 'respelt'>) {
  return (
    <TextField className={`field ${className ?? ''}`} value={value} onChange={onChange} isInvalid={error !== undefined}>
      <Label>{label}</Label>
      <div className={`input input-long ${error === undefined ? '' : 'is-invalid'}`}>
        <TextArea rows={3} spellCheck={false} {...(placeholder && { placeholder })} />
      </div>
      <FieldError className="field-error">
        <Icon name="stop" />
        {error}
      </FieldError>
    </TextField>
  );
}

const padKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;

/**
 * Digits for gloves. Writes into the given value and never submits it. It is not reachable by keyboard, because digits can be typed
 * there.
 */
export function NumberPad({
  value,
  onChange,
  deleteLabel,
  digitsOnly = false,
}: {
  value: string;
  onChange: (value: string) => void;
  deleteLabel: string;
  /** Without the point. */
  digitsOnly?: boolean;
}) {
  return (
    <div className="pad grow">
      {padKeys.map((digit) =>
        digitsOnly && digit === '.' ? (
          <span key={digit} />
        ) : (
          <AriaButton key={digit} excludeFromTabOrder preventFocusOnPress onPress={() => onChange(value + digit)}>
            {digit}
          </AriaButton>
        ),
      )}
      <AriaButton excludeFromTabOrder preventFocusOnPress aria-label={deleteLabel} onPress={() => onChange(value.slice(0, -1))}>
        <Icon name="delete" />
      </AriaButton>
    </div>
  );
}

export interface Option<Id extends string> {
  readonly id: Id;
  readonly name: string;
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
}

/** Two to four choices side by side. */
export const Segment = <Id extends string>(props: ChoiceProps<Id>) => <Radios {...props} className="segment" />;

/** Choices below each other; the whole row is the touch target. */
export const RadioList = <Id extends string>(props: ChoiceProps<Id>) => <Radios {...props} className="radios" />;

function Radios<Id extends string>({ label, options, value, onChange, className }: ChoiceProps<Id> & { className: string }) {
  return (
    <RadioGroup className="field" value={value} onChange={(id) => onChange(id as Id)}>
      <Label>{label}</Label>
      <div className={className}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className="radio">
            {option.name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** One choice of a longer list. */
export function Select<Id extends string>({ label, options, value, onChange, placeholder }: ChoiceProps<Id> & { placeholder?: string }) {
  return (
    <AriaSelect className="field" value={value} onChange={(id) => onChange(id as Id)} {...(placeholder !== undefined && { placeholder })}>
      <Label>{label}</Label>
      <AriaButton className="input">
        <SelectValue className="grow" />
        <Icon name="down" />
      </AriaButton>
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {(option) => <ListBoxItem className="option">{option.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A switch whose whole row is the touch target. */
export function SwitchRow({ isOn, onChange, isDisabled, children }: SwitchRowProps) {
  return (
    <Switch className="switch-row" isSelected={isOn} onChange={onChange} isDisabled={isDisabled ?? false}>
      {children}
      <span className="switch" aria-hidden="true" />
    </Switch>
  );
}

interface SwitchRowProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}
