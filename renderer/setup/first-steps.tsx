import { emptyAddress } from '../../shared/address.ts';
import { truthOf } from '../../shared/booking.ts';
import { routedTo } from '../../shared/printer.ts';
import { usualSender } from '../../shared/sender.ts';
import { firstSettings, type Setup } from '../../shared/settings.ts';
import { useQuery } from '../query.ts';
import { type SetupTab } from '../screens.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

const shownShipments = 12;

/** True if no real label was printed yet; never in training, whose labels are samples. */
export function useIsFirstLabelAhead(): boolean {
  const { station } = useWindowState();
  const world = useFrame((frame) => frame.world);
  const { value } = useQuery('shipments', () => station.lastShipments({ limit: shownShipments }), []);
  return world !== 'training' && value !== undefined && !value.some((booking) => truthOf(booking) >= 2);
}

type Step = keyof typeof text.setup.steps.names;

const tabOf: Record<Step, SetupTab> = {
  sender: 'sender',
  boxes: 'boxes',
  printer: 'printers',
  testLabel: 'printers',
  commandSheet: 'commands',
  recoveryCode: 'bench',
};
const steps: readonly Step[] = ['sender', 'boxes', 'printer', 'testLabel', 'commandSheet', 'recoveryCode'];

/** Remaining steps before the first label. A step is ticked by the actual state, never by a press. */
export function FirstSteps({ setup, onOpen }: { setup: Setup; onOpen: (tab: SetupTab) => void }) {
  const words = text.setup.steps;
  const warnings = useWarnings(setup);
  const isDone = useDone(setup, warnings.length > 0);
  const next = steps.find((step) => !isDone[step]);
  return (
    <Card className="col grow first-steps" title={words.title} isFlush>
      <ol className="list">
        {steps.map((step) => (
          <li key={step} data-state={isDone[step] ? 'done' : 'working'}>
            <Icon name={isDone[step] ? 'done' : 'ring'} className={isDone[step] ? 'done-ink' : 'muted'} />
            <span className="what grow">
              <b>{words.names[step]}</b>
              <span>
                {isDone[step] ? words.done[step] : step === 'printer' && warnings.length > 0 ? warnings.join(' ') : words.hints[step]}
              </span>
            </span>
            <Button
              isSmall
              kind={step === next ? 'primary' : 'plain'}
              label={words.openOf(text.setup.tabs[tabOf[step]], words.names[step])}
              onPress={() => onOpen(tabOf[step])}
            >
              {text.setup.tabs[tabOf[step]]}
            </Button>
          </li>
        ))}
      </ol>
      <p className="muted first-steps-hint">{next ? words.goOn : words.allDone}</p>
    </Card>
  );
}

/** The first step that is not done, and its tab. */
export function useNextStep(setup: Setup | undefined): { readonly name: string; readonly tab: SetupTab } | undefined {
  const isDone = useDone(
    setup,
    useFrame(({ printerWarnings }) => printerWarnings.length > 0),
  );
  const next = setup && steps.find((step) => !isDone[step]);
  return next && { name: text.setup.steps.names[next], tab: tabOf[next] };
}

/** Warnings about the chosen printer that would spoil its labels. */
function useWarnings({ settings: { printers } }: Setup): string[] {
  const { station } = useWindowState();
  const found = useQuery('printers', () => station.findPrinters({}), []);
  const address = routedTo(printers, { role: 'label' })?.address;
  const warnings = found.value?.find((printer) => printer.address === address)?.warnings ?? [];
  return warnings.map((warning) => sentenceOf(text.setup.printers.warnings, warning));
}

function useDone(setup: Setup | undefined, isPrinterInvalid: boolean): Partial<Record<Step, boolean>> {
  const { senders, boxes, printers } = setup?.settings ?? firstSettings;
  const { station } = useWindowState();
  const status = useFrame(({ labelPrinter }) => labelPrinter);
  const sender = usualSender({ senders });
  const checked = useQuery('setup', () => station.checkSender({ sender: sender ?? emptyAddress }), [JSON.stringify(sender)]);
  return {
    sender: sender !== null && (checked.value?.problems.every(({ stops }) => !stops) ?? false),
    // The initial boxes of every bench are examples.
    boxes: boxes.length > 0 && JSON.stringify(boxes) !== JSON.stringify(firstSettings.boxes),
    printer:
      routedTo(printers, { role: 'label' }) !== undefined && ['ready', 'printing', 'cannot-say'].includes(status.kind) && !isPrinterInvalid,
    recoveryCode: setup !== undefined && setup.recoveryMadeAt !== null,
    ...setup?.firstSteps,
  };
}
