import { useEffect, useState } from 'react';
import { RadioGroup } from 'react-aria-components';
import { digitOf } from '../../shared/key-meanings.ts';
import { type FoundPrinter, type PrinterSettings, routedTo, withPrinter } from '../../shared/printer.ts';
import { useQuery } from '../query.ts';
import { stateWords } from '../ship/print-job.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Primary } from '../ui/foot.tsx';
import { RadioTile } from '../ui/tile.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import { eachPrinter, searchNetwork } from './connect-first.ts';
import type { QuestionProps } from './first-question.ts';
import { PrinterBadge } from './printer-badge.tsx';
import { placeOf } from './printers-tab.tsx';
import { TrustHost } from './trust-host.tsx';

/** Labels of the couriers are 102 mm wide. A head may be a little narrower than its stock. */
const leastWidthMm = 99;

/** The printers of this computer and of its network. The chosen one prints a test label at once. */
export function PrinterQuestion({ setup, draw, intent, onDone }: QuestionProps) {
  const windowState = useWindowState();
  const { station, openScreen } = windowState;
  const words = text.setup.steps.printer;
  const { printers } = setup.settings;
  const inNetwork = useShown((shown) => shown.inNetwork);
  const status = useFrame(({ labelPrinter }) => labelPrinter);
  const found = useQuery('printers', () => station.findPrinters({}), [JSON.stringify([status, printers])]);
  const [picked, setPicked] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (inNetwork === null) void searchNetwork(windowState);
  }, [inNetwork, windowState]);

  const listed = eachPrinter(found.value, inNetwork).toSorted(bySuit);
  const usual = routedTo(printers, { role: 'label' })?.address;
  const chosen = listed.find(({ address }) => address === (picked ?? usual)) ?? listed[0];
  const use = async ({ address, about }: FoundPrinter) => {
    setTrouble('');
    const route = { role: 'label', format: null, labelSize: null, isStandby: false } as const;
    const printer = { address, ...paperOf(about), route };
    if (!(await intent.send(station.saveSettings({ settings: { printers: withPrinter(printers, printer) } })))) return;
    const job = await intent.send(station.printTest({ role: 'label' }));
    if (!job) return;
    if (job.state === 'sent' || job.state === 'printed') onDone();
    else setTrouble(words.notPrinted(stateWords(job)));
  };
  const lookAgain = () => {
    found.reload();
    void searchNetwork(windowState);
  };
  return draw(
    <Card className="col question" title={words.title}>
      <p className="muted">{words.hint}</p>
      <div className="row">
        <Button isSmall means="check" isDisabled={inNetwork === 'searching'} onPress={lookAgain}>
          {inNetwork === 'searching' ? words.searching : words.again}
        </Button>
        <Button kind="quiet" isSmall onPress={() => openScreen('setup', 'printers')}>
          {words.byHand}
        </Button>
      </div>
      {trouble && (
        <p className="look-ink" role="alert">
          <b>{trouble}</b>
        </p>
      )}
      <TrustHost failure={intent.failure} />
      {listed.length === 0 && inNetwork !== 'searching' && <p className="strong">{words.none}</p>}
      <RadioGroup className="picks" aria-label={words.title} value={chosen?.address ?? ''} onChange={setPicked}>
        {listed.map((printer, at) => (
          <RadioTile key={printer.address} value={printer.address} digit={digitOf(at)} onChoose={() => setPicked(printer.address)}>
            <Key of={digitOf(at)} />
            <span className="what">
              <b>{printer.name}</b>
              <span>{factsOf(printer)}</span>
              {printer.warnings?.map((warning) => (
                <span key={warning.code} className="look-ink">
                  {sentenceOf(text.setup.printers.warnings, warning)}
                </span>
              ))}
            </span>
            {isTooNarrow(printer) ? <Badge state="look">{words.narrow}</Badge> : <PrinterBadge status={printer.status} />}
          </RadioTile>
        ))}
      </RadioGroup>
    </Card>,
    chosen && (
      <Primary means="accept" isDisabled={intent.isBusy} onPress={() => void use(chosen)}>
        {words.use(chosen.name)}
      </Primary>
    ),
  );
}

/** The paper in the printer, as it reports it, else the paper of most label printers. */
const paperOf = (about: FoundPrinter['about']): Omit<PrinterSettings, 'address'> => ({
  dpi: about?.dpi === 300 ? 300 : 203,
  widthMm: about?.widthMm ?? 102,
  heightMm: about?.heightMm ?? 152,
});

const isTooNarrow = ({ about }: FoundPrinter): boolean => (about?.widthMm ?? leastWidthMm) < leastWidthMm;

function factsOf({ about, address, ...printer }: FoundPrinter): string {
  const words = text.setup.steps.printer;
  if (about?.widthMm && isTooNarrow({ about, address, ...printer })) return words.tooNarrow(about.widthMm);
  return [about ? words.facts(about) : '', placeOf(address)].filter(Boolean).join(' · ');
}

/** Label printers that report themselves come first, then what is ready. */
const suit = (printer: FoundPrinter): number =>
  (printer.about && !isTooNarrow(printer) ? 2 : 0) + (printer.status.kind === 'ready' || printer.status.kind === 'printing' ? 1 : 0);
const bySuit = (one: FoundPrinter, other: FoundPrinter): number => suit(other) - suit(one);
