import {
  type CSSProperties,
  createContext,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { holdKey, holdMs, useHoldKey } from '../key-presses.ts';
import { text } from '../text/text.ts';
import { Key } from './button.tsx';

/** Calls `run` again and again. Returns a function that stops it. */
type Ticks = (everyMs: number, run: () => void) => () => void;

/** The clock of a hold, so that tests need not wait. */
export const HoldTicks = createContext<Ticks>((everyMs, run) => {
  const timer = setInterval(run, everyMs);
  return () => clearInterval(timer);
});

/**
 * Time between two ticks, in ms. Each counts as no more than this, however late it comes. So the release of a key that waits behind a busy
 * page is never too late.
 */
const tickMs = 50;

interface HoldButtonProps {
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  /** False if another hold on this screen shows the key. The key then works while this button has the focus. */
  readonly hasKey?: boolean;
  readonly label?: string;
  readonly className?: string;
  readonly onHeld: () => void;
  readonly children: ReactNode;
}

/**
 * For what cannot be undone, or may pay twice: acts after its key, the mouse or a finger stayed down for a second. It has no bar code, and
 * Enter and Space do nothing. A key that was down before the button appeared does not count.
 */
export function HoldButton({ isSmall, isDisabled = false, hasKey = true, label, className = '', onHeld, children }: HoldButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const every = use(HoldTicks);
  const stop = useRef<() => void>(undefined);
  const [heldMs, setHeldMs] = useState<number>();
  const isRunning = heldMs !== undefined;
  const latest = useRef({ onHeld, isDisabled });
  useLayoutEffect(() => {
    latest.current = { onHeld, isDisabled };
  });
  const end = () => {
    stop.current?.();
    stop.current = undefined;
    setHeldMs(undefined);
  };
  const begin = () => {
    end();
    if (isDisabled) return;
    let ms = 0;
    setHeldMs(0);
    stop.current = every(tickMs, () => {
      ms += tickMs;
      if (ms < holdMs && !latest.current.isDisabled) return setHeldMs(ms);
      end();
      if (!latest.current.isDisabled) latest.current.onHeld();
    });
  };
  useEffect(() => () => stop.current?.(), []);
  useHoldKey({ begin, end, hasKey, hasFocus: () => document.activeElement === button.current });
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    // A finger is bound to what it touched. Released, it leaves the button when it slides off.
    if (event.currentTarget.hasPointerCapture?.(event.pointerId)) event.currentTarget.releasePointerCapture(event.pointerId);
    begin();
  };
  const style = isRunning ? ({ '--held': `${(heldMs / holdMs) * 100}%` } as CSSProperties) : {};
  return (
    <button
      ref={button}
      type="button"
      className={`btn btn-stop btn-hold ${isRunning ? 'is-held' : ''} ${isSmall ? 'btn-s' : ''} ${className}`}
      style={style}
      disabled={isDisabled}
      {...(isDisabled && { 'data-disabled': true })}
      {...(label && { 'aria-label': label })}
      {...(hasKey && { 'aria-keyshortcuts': holdKey })}
      onPointerDown={press}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
      <span className="hold" aria-live="polite">
        {hasKey && <Key of="destroy" />}
        {isRunning ? text.frame.keepHolding : text.frame.hold(holdMs / 1000)}
      </span>
    </button>
  );
}
