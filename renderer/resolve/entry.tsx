import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import type { PressMeaning } from '../../shared/key-meanings.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';

interface EntryPlace {
  readonly id: string;
  /** True for the framed entry, the only one that keys act on. */
  readonly isOn: boolean;
  readonly onPick: () => void;
}

/** The entry that is being drawn. */
export const EntryContext = createContext<EntryPlace>({ id: '', isOn: false, onPick: () => undefined });

/** True for the entry that keys act on. */
export const useIsFramed = (): boolean => use(EntryContext).isOn;

interface EntryProps {
  readonly sentence: string;
  /** The consequence for the parcel, or the next step. */
  readonly then: string;
  readonly intent: Intent;
  /** The one button, with the field it needs. */
  readonly act?: ReactNode;
  /** Drawn for the framed entry only. */
  readonly children?: ReactNode;
  /** A label or document that a person must see before the act; drawn for the framed entry only. */
  readonly picture?: ReactNode;
  /** Facts, texts of the service, and what is held: folded, and drawn for the framed entry only. */
  readonly evidence?: ReactNode;
}

/** One open item: a sentence, its consequence, one button, and the folded evidence. */
export function Entry({ sentence, then, intent, act, children, picture, evidence }: EntryProps) {
  const { id, isOn, onPick } = use(EntryContext);
  const [isOpen, setOpen] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Scrolling returns a promise in newer Chromium, which React would take for a clean-up.
    if (isOn) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  const toggle = (opens: boolean) => {
    setOpen(opens);
    if (!isOn) onPick();
  };
  return (
    <li ref={entry} className={`entry ${isOn ? 'is-on' : ''}`}>
      <div className="entry-main">
        <button type="button" className="entry-words" data-entry={id} aria-current={isOn} tabIndex={isOn ? 0 : -1} onClick={onPick}>
          <b className="entry-sentence">{sentence}</b>
          <span className="entry-then">{then}</span>
        </button>
        <FailureNote failure={intent.failure} />
        {act && <div className="entry-acts">{act}</div>}
        {isOn && children}
        <Disclosure className="entry-fold" isExpanded={isOn && isOpen} onExpandedChange={toggle}>
          {evidence && (
            <AriaButton slot="trigger" className="entry-unfold">
              {text.resolve.evidence}
              <Icon name="down" />
            </AriaButton>
          )}
          <DisclosurePanel className="entry-evidence">{isOn && isOpen && evidence}</DisclosurePanel>
        </Disclosure>
      </div>
      {isOn && picture && <div className="entry-picture">{picture}</div>}
    </li>
  );
}

interface ActProps {
  readonly intent: Intent;
  readonly means: PressMeaning;
  /** The words of the button while another entry is framed, if this act needs a look or a number first. The press then only frames it. */
  readonly opens?: string;
  /** True if the other way is the usual one. */
  readonly isOther?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

/** A way that a press may take. Its key works while its entry is framed; a touch works always, unless it needs a look first. */
export function Act({ intent, means, opens, isOther, onPress, children }: ActProps) {
  const { isOn, onPick } = use(EntryContext);
  if (!isOn && isOther) return null;
  if (!isOn && opens !== undefined) return <Opens>{opens}</Opens>;
  const press = () => {
    onPick();
    onPress();
  };
  return (
    <Button
      kind={isOn && !isOther ? 'primary' : 'plain'}
      isSmall
      means={isOn ? means : undefined}
      commits
      isDisabled={intent.isBusy}
      onPress={press}
    >
      {children}
    </Button>
  );
}

/** The one button of an entry that has to be opened before it can be settled. */
export function Opens({ children }: { children: string }) {
  const { isOn, onPick } = use(EntryContext);
  if (isOn) return null;
  return (
    <Button isSmall onPress={onPick}>
      {children}
    </Button>
  );
}

/** The way that cannot be undone, or may cost money or paper. */
export function HoldAct({ intent, onHeld, hint, children }: { intent: Intent; onHeld: () => void; hint?: string; children: string }) {
  return (
    <>
      {hint && <p className="muted">{hint}</p>}
      <HoldButton isSmall isDisabled={intent.isBusy} onHeld={onHeld}>
        {children}
      </HoldButton>
    </>
  );
}
