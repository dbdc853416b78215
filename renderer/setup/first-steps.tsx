import './first-steps.css';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { emptyAddress } from '../../shared/address.ts';
import type { Frame } from '../../shared/bench.ts';
import { truthOf } from '../../shared/booking.ts';
import { allOrders } from '../../shared/order-list.ts';
import { routedTo } from '../../shared/printer.ts';
import { usualSender } from '../../shared/sender.ts';
import { firstSettings, type Setup } from '../../shared/settings.ts';
import { useIntent, useQuery } from '../query.ts';
import { recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { type FirstConnection, useFrame, useShown, useWindowState } from '../window-state.ts';
import { eachPrinter } from './connect-first.ts';
import { FirstOrder, OrdersQuestion } from './first-orders.tsx';
import { PrinterQuestion } from './first-printer.tsx';
import type { QuestionProps } from './first-question.ts';
import { SenderQuestion } from './first-sender.tsx';
import { ServiceQuestion } from './first-service.tsx';

const shownShipments = 12;

/** True if no real label was printed yet; never in training, whose labels are samples. */
export function useIsFirstLabelAhead(): boolean {
  const { station } = useWindowState();
  const world = useFrame((frame) => frame.world);
  const { value } = useQuery('shipments', () => station.lastShipments({ limit: shownShipments }), []);
  return world !== 'training' && value !== undefined && !value.some((booking) => truthOf(booking) >= 2);
}

const steps = ['service', 'sender', 'printer', 'orders'] as const;
type Step = (typeof steps)[number];

/** The questions between the account and the first label, one at a time. An answer is ticked by the actual state, never by a press. */
export function FirstSteps() {
  const { station } = useWindowState();
  const setup = useQuery('setup', () => station.setup({}), []);
  if (!setup.value) return <FailureNote failure={setup.failure} onRetry={setup.reload} />;
  return <Questions setup={setup.value} />;
}

function Questions({ setup }: { setup: Setup }) {
  const { shown } = useWindowState();
  const words = text.setup.steps;
  const isDone = useDone(setup);
  const now = useNow(setup);
  const world = useFrame((frame) => frame.world);
  const intent = useIntent();
  const [later, setLater] = useState<readonly Step[]>([]);
  const [picked, setPicked] = useState<Step | null>(null);
  const isChecking = useShown(({ firstConnection }) => firstConnection?.is === 'checking');
  const next = steps.find((step) => !isDone[step] && !later.includes(step) && !(isChecking && step === 'service')) ?? null;
  // A test label and orders belong to the environment that is open, so they wait until the check has left the sandbox.
  const wanted = picked ?? next;
  const open = isChecking && wanted !== 'sender' ? 'service' : wanted;
  const at = open ? steps.indexOf(open) : steps.length;
  const Question = open ? questionOf[open] : FirstOrder;
  const isLive = world === 'live';
  const putOff = () => {
    setPicked(null);
    if (open && !later.includes(open)) setLater([...later, open]);
  };
  const draw = (card: ReactNode, primary: ReactNode) => (
    <>
      <Band
        size="compact"
        state={intent.failure ? 'look' : intent.isBusy ? 'working' : 'ready'}
        message={intent.failure ? text.failures[intent.failure.code].what : intent.isBusy && open ? busyWords(open) : statusWords()}
      />
      <div className="body body-first">
        <ol className="card card-flush answers" aria-label={words.title}>
          {steps.map((step, index) => (
            <li key={step} {...(step === open && { 'aria-current': 'step' })} data-state={isDone[step] ? 'done' : 'working'}>
              <AriaButton className="answer" onPress={() => setPicked(step)}>
                <span className="nr">{isDone[step] ? <Icon name="tick" /> : index + 1}</span>
                <span className="what">
                  <b>{words.names[step]}</b>
                  <span>{now[step]}</span>
                </span>
              </AriaButton>
            </li>
          ))}
          <li className="last-step" {...(open === null && { 'aria-current': 'step' })}>
            <span className="answer">
              <span className="nr">
                <Icon name="parcel" />
              </span>
              <b>{isLive ? words.labelLive : words.label}</b>
            </span>
          </li>
        </ol>
        <div className="col first-question">
          <FailureNote failure={intent.failure} />
          {card}
        </div>
      </div>
      <Foot>
        <Button means="leave" onPress={() => shown.setState({ setupTab: null })}>
          {words.back}
        </Button>
        {open && (
          <Button kind="quiet" means="aside" onPress={putOff}>
            {words.later}
          </Button>
        )}
        <p className="statement muted push">{words.saved}</p>
        {primary}
      </Foot>
    </>
  );
  return (
    <Question
      key={open}
      setup={setup}
      draw={draw}
      intent={intent}
      onDone={() => setPicked(null)}
      onChoosePrinter={() => setPicked('printer')}
    />
  );

  function statusWords(): string {
    return open ? words.status(at + 1, steps.length, words.names[open]) : words.statusDone;
  }
  function busyWords(step: Step): string {
    if (step === 'printer') return words.statusPrinting;
    return step === 'orders' ? words.statusReading : statusWords();
  }
}

const questionOf: Record<Step, (props: QuestionProps) => ReactNode> = {
  service: ServiceQuestion,
  sender: SenderQuestion,
  printer: PrinterQuestion,
  orders: OrdersQuestion,
};

/** The first step that is not done. */
export function useNextStep(setup: Setup | undefined): { readonly name: string } | undefined {
  const isDone = useDone(setup);
  const next = setup && steps.find((step) => !isDone[step]);
  return next && { name: text.setup.steps.names[next] };
}

function useDone(setup: Setup | undefined): Partial<Record<Step, boolean>> {
  const { senders, printers } = setup?.settings ?? firstSettings;
  const { station } = useWindowState();
  const world = useFrame((frame) => frame.world);
  const service = useFrame((frame) => frame.service);
  const first = useShown(({ firstConnection }) => firstConnection);
  const status = useFrame(({ labelPrinter }) => labelPrinter);
  const isAtFault = useFrame(({ printerWarnings }) => printerWarnings.length > 0);
  const sender = usualSender({ senders });
  const printer = routedTo(printers, { role: 'label' });
  const found = useQuery('printers', () => station.findPrinters({}), []).value ?? [];
  // Settings of the system that would spoil labels.
  const isWarnedOf = found.some(({ address, warnings = [] }) => address === printer?.address && warnings.length > 0);
  const checked = useQuery('setup', () => station.checkSender({ sender: sender ?? emptyAddress }), [JSON.stringify(sender)]);
  const isPrinterInUse = printer !== undefined && ['ready', 'printing', 'cannot-say'].includes(status.kind);
  return {
    service: first?.is !== 'checking' && service !== 'rejected' && (world === 'live' || !setup?.hasCredentials.live),
    sender: sender !== null && (checked.value?.problems.every(({ stops }) => !stops) ?? false),
    printer: isPrinterInUse && !isAtFault && !isWarnedOf && setup?.firstSteps.testLabel === true,
    orders: useOrderCount() > 0,
  };
}

function useOrderCount(): number {
  const { station } = useWindowState();
  const filter = { ...allOrders, stage: 'to-ship' } as const;
  return useQuery('orders', () => station.orders({ search: '', offset: 0, limit: 1, filter }), []).value?.total ?? 0;
}

/** The state of each answer, in one line. */
function useNow(setup: Setup): Record<Step, string> {
  const { station } = useWindowState();
  const words = text.setup.steps;
  const world = useFrame((frame) => frame.world);
  const first = useShown(({ firstConnection }) => firstConnection);
  const inNetwork = useShown((shown) => shown.inNetwork);
  const found = useQuery('printers', () => station.findPrinters({}), []).value ?? [];
  const report = useQuery('setup', () => station.contractReport({}), []).value;
  const count = useOrderCount();
  const sender = usualSender(setup.settings);
  const printer = routedTo(setup.settings.printers, { role: 'label' });
  const all = eachPrinter(found, inNetwork);
  const nameOfPrinter = all.find(({ address }) => address === printer?.address)?.name ?? printer?.name ?? printer?.address ?? '';
  return {
    service: serviceNow(world, first, report?.learned ? report.learned.serviceIdSurvivesQuote !== null : undefined),
    sender: sender ? [recipientName(sender), sender.city].filter(Boolean).join(', ') : '',
    printer: printer ? nameOfPrinter : inNetwork === 'searching' ? words.printer.searching : words.printer.found(all.length),
    orders: count > 0 ? words.orders.waiting(count) : words.orders.none,
  };
}

function serviceNow(world: Frame['world'], first: FirstConnection | null, hasOffer: boolean | undefined): string {
  const words = text.setup.steps.serviceNow;
  if (first?.is === 'unchecked' || first?.is === 'sandbox-only') return words[first.is](text.failures[first.failure.code].what);
  if (first?.is === 'checked' && hasOffer === false) return words.checkedNoOffer;
  if (first) return words[first.is];
  return world === 'live' ? words.live : world === 'sandbox' ? words.sandbox : words.none;
}
