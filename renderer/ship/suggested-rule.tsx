import { alwaysCheapest } from '../../shared/suggested-rule.ts';
import { type Intent, useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { UndoPlace, useOfferUndo } from '../ui/undo-bar.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Asks between two parcels for a rule that selects the cheapest service, if the packer nearly always did so. Buys nothing. */
export function SuggestedRule() {
  const intent = useIntent();
  return (
    <UndoPlace>
      <FailureNote failure={intent.failure} />
      <Asked intent={intent} />
    </UndoPlace>
  );
}

function Asked({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  const offerUndo = useOfferUndo();
  // The first live parcel is asked about before.
  const times = useFrame(({ world, liveProven, cheapestTaken }) => (world === 'live' && !liveProven ? null : cheapestTaken));
  if (typeof times !== 'number') return null;
  const words = text.ship.suggested;
  const sentence = text.rules.ruleText(alwaysCheapest);
  const add = async () => {
    const before = await intent.send(station.setup({}));
    if (!before) return;
    const { rule: last, shippingRules } = before.settings;
    const { list, version } = shippingRules;
    const saved = await intent.send(station.saveRules({ list: [...list, alwaysCheapest], last, over: version }));
    if (!saved) return;
    const { version: over } = saved.settings.shippingRules;
    offerUndo({ done: words.added(sentence), reverse: () => station.saveRules({ list, last, over }) });
  };
  const decline = async () => {
    const isKept = await intent.send(station.saveSettings({ settings: { suggestsCheapest: false } }));
    if (isKept) offerUndo({ done: words.declined, reverse: () => station.saveSettings({ settings: { suggestsCheapest: true } }) });
  };
  return (
    <div className="card failure-note">
      <Icon name="question" />
      <p className="failure-words">
        <b>{words.what(times)}</b> <span>{words.next(sentence)}</span>
      </p>
      <Button kind="quiet" isSmall className="push" isDisabled={intent.isBusy} onPress={() => void decline()}>
        {words.no}
      </Button>
      <Button isSmall means="new" isDisabled={intent.isBusy} onPress={() => void add()}>
        {words.yes}
      </Button>
    </div>
  );
}
