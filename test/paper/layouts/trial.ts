import type { EncodedPaper } from '../../../electron/bench/ports/courier.ts';
import type { ExpectedLabels, Paper } from '../../../electron/bench/ports/paper.ts';
import { createPaper } from '../../../electron/paper/paper.ts';
import { type Address } from '../../../shared/address.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import { createDice, type Dice } from '../../crash/dice.ts';
import { workers } from '../../fakes/workers.ts';
import { addressOf } from '../../fixtures/address.ts';
import { realCases } from '../real-labels.ts';
import { drawForm, type Form, type Piece, smaller } from './form.ts';
import { codesFit, drawPageHand, hasRoomFor, type PageHand, type Part, pagesOf, staysInside, staysWithin } from './page-of.ts';
import { drawPdfHand, type PdfSheet, pdfPagesOf } from './pdf-pages-of.ts';
import { asSent, drawPerson, drawShipment, inPlainLetters, streetLine } from './people.ts';
import { drawZplHand, pictureField, zplSheetOf } from './zpl-sheets-of.ts';

/** Results for random layouts, each with labels of its own order, of others, of the way back, and with a rider behind. */
export interface LayoutTrial {
  readonly layouts: number;
  /** Own labels that match without a question, those that ask the packer, and those that stop the bench. */
  readonly own: number;
  readonly asked: number;
  readonly stopped: number;
  readonly otherMatch: number;
  readonly backMatch: number;
  readonly riders: number;
  /** Each with the seed that draws it again. */
  readonly findings: readonly string[];
}

interface Drawn {
  readonly expected: ExpectedLabels;
  readonly to: Address;
  readonly from: Address;
  readonly others: readonly (readonly [kind: string, other: Address])[];
  readonly own: EncodedPaper;
  /** The same labels with sender and recipient swapped. */
  readonly back: EncodedPaper;
  readonly rider: EncodedPaper;
  readonly riderKind: string;
  /** Several labels share a page. */
  readonly isPage: boolean;
  /** No code covers the neighbouring label. */
  readonly codesFit: boolean;
}

/** Riders that may share a page with ours. */
const labelRiders = [
  'a label of another order',
  'a label of another order with drawn bars',
  'a label of another courier',
  'a sample of another label',
] as const;
const riderKinds = [...labelRiders, 'a picture', 'bars and boxes', 'a letter to somebody else'] as const;

const servicePoints = ['Kiosk am Bahnhof', 'Parcel Corner', 'Tabac de la Gare', 'Paczkomat WAW12', 'Primera Shop'] as const;

/** Draws a layout; the same seed draws the same labels. */
export async function drawLayout(seed: string): Promise<Drawn> {
  const dice = createDice(seed);
  // The first throws of similar seeds are similar.
  for (let thrown = 0; thrown < 8; thrown += 1) dice.whole(2);
  const isPdf = dice.chance(0.25);
  const { to: home, from, others } = drawShipment(dice);
  const isServicePoint = home.name !== '' && dice.chance(0.08);
  const shop = drawPerson(dice);
  const to = isServicePoint
    ? { ...shop, name: home.name, company: dice.pick(servicePoints), phone: home.phone, street2: '', houseNumber: shop.houseNumber || '4' }
    : home;
  const parcels = dice.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 5] as const);
  const returnAsked = dice.chance(0.12);
  const reference = `R${10_000 + dice.whole(80_000)}`;
  const numberOf = (): string =>
    `${dice.pick(['JD', '00', '1Z', 'CX', '33EP'] as const)}${String(dice.whole(1e9)).padStart(10, '4')}${String(dice.whole(1e5)).padStart(6, '7')}`;
  const pieces = Array.from(
    { length: parcels },
    (_each, at): Piece => ({ to, from, trackingNo: numberOf(), piece: `${at + 1}/${parcels}`, reference }),
  );
  const backPiece: Piece = { to: from, from: home, trackingNo: numberOf(), piece: '1/1', reference, isReturn: true };
  const usual = drawForm(dice);
  const isRoomy = [...pieces, backPiece].every((piece) => staysInside({ form: usual, piece }));
  const hasPages = dice.chance(isPdf ? 0.6 : 0.2) && isRoomy;
  // Two of these fit on one label of the usual size.
  const isSmall = hasPages && usual.turn === 'N' && dice.chance(0.3);
  const form = isSmall ? smaller(usual, 0.7) : usual;
  const mayTouch = [...pieces, backPiece].every((piece) => staysWithin({ form, piece }));
  const pageHand = hasPages ? drawPageHand(dice, form, { isOffice: isPdf && !isSmall, mayTouch }) : undefined;
  const hasCopy = dice.chance(pageHand ? 0.25 : 0.08);
  const hasReceipt = !hasCopy && dice.chance(pageHand ? 0.35 : 0.08);
  const receipt = (): Piece => ({ ...(pieces[0] as Piece), title: dice.pick(['RECEIPT', 'Customer copy', 'Einlieferungsbeleg'] as const) });
  const sheets = [
    ...pieces,
    ...(returnAsked ? [backPiece] : []),
    ...(hasCopy ? pieces.slice(0, 1) : []),
    ...(hasReceipt ? [receipt()] : []),
  ];
  // Beside a label, if there is room.
  const hasAdvice = pageHand !== undefined && sheets.length % pageHand.slots.length > 0 && dice.chance(0.6);
  const swapped = pieces.map((piece) => ({ ...piece, to: from, from: to, isReturn: dice.chance(0.5) }));
  const riderKind = pageHand && dice.chance(0.8) ? dice.pick(labelRiders) : dice.pick(riderKinds);
  const stranger = drawPerson(dice);
  const foreign: Piece = {
    to: { ...stranger, name: stranger.name || 'Paul Other' },
    from: riderKind === 'a label of another courier' ? { ...drawPerson(dice), company: 'Kontor West' } : from,
    trackingNo: numberOf(),
    piece: '1/1',
    reference: `R${10_000 + dice.whole(80_000)}`,
  };
  const other = drawForm(dice);
  const otherForm = isSmall ? smaller(other, 0.7) : other;
  const lettersTo = [
    'Dear customer,',
    `${foreign.to.name}, thank you for your order ${foreign.reference}.`,
    streetLine(foreign.to),
    'Yours, the shop',
  ];
  const papers: Papers = { form, sheets, swapped, pageHand, advice: hasAdvice ? drawAdvice(dice) : [] };
  const rider: Rider = { riderKind, foreign, otherForm, lettersTo, isFirst: dice.chance(0.5) };
  const both = isPdf ? await pdfOf(dice, papers, rider) : zplOf(dice, papers, rider);
  return {
    ...both,
    riderKind,
    isPage: pageHand !== undefined,
    codesFit: [...pieces, backPiece, foreign].every((piece) => codesFit({ form, piece })),
    expected: { parcels, returnAsked },
    to: asSent(to),
    from: asSent(from),
    others: isServicePoint ? [] : Object.entries(others).map(([kind, other]) => [kind, asSent(other)] as const),
  };
}

interface Rider {
  readonly riderKind: (typeof riderKinds)[number];
  readonly foreign: Piece;
  readonly otherForm: Form;
  readonly lettersTo: readonly string[];
  /** On a shared page it stands before ours. */
  readonly isFirst: boolean;
}
interface Papers {
  readonly form: Form;
  readonly sheets: readonly Piece[];
  readonly swapped: readonly Piece[];
  readonly pageHand: PageHand | undefined;
  /** Instructions for the label, on the page of the label. */
  readonly advice: readonly string[];
}
type Labels = Pick<Drawn, 'own' | 'back' | 'rider'>;
type DrawnForm = { readonly form: Form; readonly piece: Piece };

const drawAdvice = (dice: Dice): readonly string[] => [
  'How to use this label',
  '1. Print this page in its full size.',
  '2. Cut along the line and stick the label on the largest side.',
  '3. Hand the parcel over in one of our shops.',
  ...(dice.chance(0.5) ? ['Questions? Call +49 931 555 0123, Monday to Friday.'] : []),
  ...(dice.chance(0.3) ? ['FALKE EXPRESS GmbH, Industriering 40, 97080 Würzburg'] : []),
];

/** Our sheets, each alone or several on a page, and the same with a foreign one on a page of ours. */
function drawnForms({ form, sheets, swapped, pageHand, advice }: Papers, { riderKind, foreign, otherForm, isFirst }: Rider) {
  const partsOf = (pieces: readonly Piece[]): DrawnForm[] => pieces.map((piece) => ({ form, piece }));
  const together = (parts: readonly Part[], own: readonly DrawnForm[]): readonly DrawnForm[] => (pageHand ? pagesOf(pageHand, parts) : own);
  const own: readonly Part[] = [...partsOf(sheets), ...(advice.length > 0 ? [{ texts: advice }] : [])];
  const drawnBars: Form = {
    ...form,
    marks: (piece) => form.marks(piece).map((mark) => (mark.kind === 'code' ? { ...mark, symbol: 'drawn bars' } : mark)),
  };
  const rider: Part | undefined =
    riderKind === 'a label of another order'
      ? { form, piece: foreign }
      : riderKind === 'a label of another order with drawn bars'
        ? { form: drawnBars, piece: foreign }
        : riderKind === 'a label of another courier'
          ? { form: hasRoomFor(form, otherForm) && staysWithin({ form: otherForm, piece: foreign }) ? otherForm : form, piece: foreign }
          : riderKind === 'a sample of another label'
            ? { form, piece: { ...foreign, title: 'SAMPLE' } }
            : undefined;
  const ridden = rider && (isFirst ? [rider, ...own] : [...own, rider]);
  return {
    own: together(own, partsOf(sheets)),
    back: together(partsOf(swapped), partsOf(swapped)),
    ridden: pageHand && ridden ? pagesOf(pageHand, ridden) : undefined,
  };
}

function zplOf(dice: Dice, papers: Papers, { riderKind, foreign, otherForm, lettersTo, ...place }: Rider): Labels {
  const { form } = papers;
  const hand = drawZplHand(dice);
  const draw = (each: Piece): Buffer => zplSheetOf(dice, hand, form, each);
  const drawForms = (forms: readonly DrawnForm[]): Buffer[] => forms.map((each) => zplSheetOf(dice, hand, each.form, each.piece));
  const paper = (parts: readonly Buffer[]): EncodedPaper => ({
    format: 'ZPL',
    bytes: new Uint8Array(Buffer.concat([Buffer.from(hand.start), ...parts])),
  });
  const forms = drawnForms(papers, { riderKind, foreign, otherForm, lettersTo, ...place });
  const own = drawForms(forms.own);
  const plain = (fields: string): Buffer => Buffer.from(`^XA${fields}^XZ\n`, 'latin1');
  const rider = (): Buffer => {
    switch (riderKind) {
      case 'a label of another order':
        return draw(foreign);
      case 'a label of another order with drawn bars':
        return zplSheetOf(dice, hand, form, foreign, 'drawn');
      case 'a label of another courier':
        return zplSheetOf(dice, drawZplHand(dice), otherForm, foreign);
      case 'a sample of another label':
        return zplSheetOf(dice, hand, form, { ...foreign, title: 'SAMPLE' }, 'drawn');
      case 'a picture':
        return plain(pictureField(dice, 20, 20, 160, 120));
      case 'bars and boxes':
        return plain(Array.from({ length: 30 }, (_each, at) => `^FO${40 + at * 9},300^GB${2 + (at % 4)},180,${2 + (at % 4)}^FS`).join(''));
      case 'a letter to somebody else':
        return plain(lettersTo.map((text, at) => `^FO40,${60 + at * 40}^A0N,28,28^FD${inPlainLetters(text, '')}^FS`).join(''));
    }
  };
  const ridden = forms.ridden ? drawForms(forms.ridden) : [...own, rider()];
  return { own: paper(own), back: paper(drawForms(forms.back)), rider: paper(ridden) };
}

async function pdfOf(dice: Dice, papers: Papers, { riderKind, foreign, otherForm, lettersTo, ...place }: Rider): Promise<Labels> {
  const { form } = papers;
  const hand = drawPdfHand(dice);
  const paper = async (pages: readonly PdfSheet[]): Promise<EncodedPaper> => ({ format: 'PDF', bytes: await pdfPagesOf(hand, pages) });
  const page = (piece: Piece): PdfSheet => ({ form, piece });
  const forms = drawnForms(papers, { riderKind, foreign, otherForm, lettersTo, ...place });
  const rider = (): PdfSheet => {
    switch (riderKind) {
      case 'a label of another order':
      case 'a label of another order with drawn bars':
        return page(foreign);
      case 'a label of another courier':
        return { form: otherForm, piece: foreign };
      case 'a sample of another label':
        return page({ ...foreign, title: 'SAMPLE' });
      case 'a picture':
        return { texts: [], picture: true };
      case 'bars and boxes':
        return { texts: ['4711'], picture: true };
      case 'a letter to somebody else':
        return { texts: lettersTo, picture: false };
    }
  };
  const ridden: readonly PdfSheet[] = forms.ridden ?? [...forms.own, rider()];
  return { own: await paper(forms.own), back: await paper(forms.back), rider: await paper(ridden) };
}

const isStop = ({ kind }: LabelVerdict): boolean => kind === 'other';

const newPaper = (): Paper => createPaper({ ref: () => 'REF', log: () => undefined, workers });

/** Verdict for each real label with the order it was made for. */
interface TriedLabel {
  readonly file: string;
  readonly verdict: LabelVerdict;
  /** Verdicts for orders that are addressed to the sender of the label, from three senders. */
  readonly toSender: readonly LabelVerdict[];
}

export async function tryRealLabels(): Promise<readonly TriedLabel[]> {
  const paper = newPaper();
  const stranger = addressOf(' | Polar Design | Hauptstr. | 9 | 24103 | Kiel | ');
  try {
    const tried: TriedLabel[] = [];
    for (const { file, format, bytes, to, from, parcels } of realCases()) {
      const [recipient, sender] = [asSent(to), asSent(from)];
      const compare = (recipient: Address, sender: Address): Promise<LabelVerdict> =>
        paper.compare({ format, bytes }, recipient, sender, { parcels, returnAsked: false });
      const toSender: LabelVerdict[] = [];
      for (const shop of [sender, recipient, stranger]) toSender.push(await compare(sender, shop));
      tried.push({ file, verdict: await compare(recipient, sender), toSender });
    }
    return tried;
  } finally {
    paper.close();
  }
}

/** Calls `soFar` with the findings before each layout. */
export async function tryLayouts(layouts: number, seed: string, soFar?: (trial: LayoutTrial) => void): Promise<LayoutTrial> {
  const paper = newPaper();
  try {
    const count = { own: 0, asked: 0, stopped: 0, otherMatch: 0, backMatch: 0, riders: 0 };
    const findings: string[] = [];
    for (let layout = 0; layout < layouts; layout += 1) {
      const name = `${seed}/${layout}`;
      soFar?.({ layouts: layout, ...count, findings });
      const drawn = await drawLayout(name);
      const { to, from, expected } = drawn;
      const found = (what: string, verdict: LabelVerdict): void => {
        findings.push(`${name} ${drawn.own.format}: ${what}: ${JSON.stringify(verdict)}`);
      };
      const verdict = await paper.compare(drawn.own, to, from, expected);
      if (verdict.kind === 'match') count.own += 1;
      else {
        count[isStop(verdict) ? 'stopped' : 'asked'] += 1;
        found(isStop(verdict) ? 'stopped' : 'asked', verdict);
      }
      // Reading a PDF again for every order takes long; over the whole trial the layouts still meet every kind.
      const others = drawn.own.format === 'ZPL' ? drawn.others : drawn.others.slice(layout % 4, (layout % 4) + 2);
      for (const [kind, other] of others) {
        const against = await paper.compare(drawn.own, other, from, expected);
        if (against.kind !== 'match') continue;
        count.otherMatch += 1;
        found(`taken for the label of ${kind}`, against);
      }
      const back = await paper.compare(drawn.back, to, from, { parcels: expected.parcels, returnAsked: false });
      if (back.kind === 'match') {
        count.backMatch += 1;
        found('the other way round', back);
      }
      const ridden = await paper.compare(drawn.rider, to, from, expected);
      if (ridden.kind === 'match') {
        count.riders += 1;
        found(`printed along${drawn.isPage ? ' on our page' : ''}: ${drawn.riderKind}`, ridden);
      }
    }
    return { layouts, ...count, findings };
  } finally {
    paper.close();
  }
}
