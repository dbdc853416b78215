import { Button as AriaButton } from 'react-aria-components';
import { keyOf } from '../../shared/key-meanings.ts';
import { type Screen, screens } from '../screens.ts';
import { text } from '../text/text.ts';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import { Icon, type IconName } from './icon.tsx';

const iconOf: Record<Screen, IconName> = {
  ship: 'parcel',
  orders: 'list',
  pickup: 'truck',
  track: 'place',
  resolve: 'question',
  setup: 'sliders',
};

/** Links to the screens, with their keys. */
export function Rail() {
  const { openScreen, openManual, canOpen } = useWindowState();
  const open = useShown(({ screen }) => screen);
  const toResolve = useFrame((frame) => frame.toResolve);
  return (
    <nav className="rail" aria-label={text.frame.screensLabel}>
      <AriaButton className="brand" onPress={openManual}>
        <b>{text.frame.product}</b>
        <span className="f">{text.manual.open} ?</span>
      </AriaButton>
      {screens.map((screen) => (
        <AriaButton
          key={screen}
          className={`place ${screen === open ? 'is-here' : ''} ${screen === 'setup' ? 'last' : ''}`}
          isDisabled={!canOpen(screen)}
          onPress={() => openScreen(screen)}
          {...(screen === open && { 'aria-current': 'page' })}
        >
          <Icon name={iconOf[screen]} />
          {screen === 'resolve' && toResolve > 0 && (
            <>
              <span className="count" aria-hidden="true">
                {toResolve}
              </span>
              <span className="unseen">{text.frame.toResolve(toResolve)}</span>
            </>
          )}
          <span>{text.frame.screens[screen]}</span>
          <span className="f">{keyOf(screen)}</span>
        </AriaButton>
      ))}
    </nav>
  );
}
