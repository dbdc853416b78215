import type { Address } from '../../../shared/address.ts';
import type { SheetCode } from '../../../shared/call-codes.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import type { Drawable, LabelSize, PaperFormat, PrinterSettings } from '../../../shared/printer.ts';
import type { Result } from '../../../shared/result.ts';
import type { DecidedForm, LabelPage } from '../../../shared/sheet-class.ts';
import type { EncodedDocument, EncodedPaper } from './courier.ts';

export interface Sheet {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** How many labels a shipment should bring: one for each parcel, and one or as many again for the way back where that was asked. */
export interface LabelSheet extends Sheet {
  /** Of the label as it came, from 1. Of one page several may come. */
  readonly page: number;
  /** Only a part of its page: the rest is printed nowhere. */
  readonly isCut?: boolean;
}

/** Whose a label is. */
export interface LabelOwner {
  readonly recipient: Address;
  readonly sender: Address;
  readonly parcels: number;
  readonly isToServicePoint?: boolean;
}

export interface ExpectedLabels {
  readonly parcels: number;
  readonly returnAsked: boolean;
  /** The tracking numbers of its parcels, bare, if the service gave one to each. */
  readonly trackingNos?: readonly string[];
  /** The company of the recipient is a place where many people fetch their parcels: it alone is nobody's name. */
  readonly isToServicePoint?: boolean;
  /** What a person said of the sheets of this courier's service. */
  readonly decided?: readonly DecidedForm[];
  /** What the order says beside its addresses: no part of a form. */
  readonly ownTexts?: readonly string[];
}

export interface LabelMarks {
  /** What can name its parcel, bare (`bareCode`): its bar codes as a scanner reads them, or what looks like the text below them on a PDF. */
  readonly codes: readonly string[];
  /** These, and each number in its bar codes that may name a parcel: behind what GS1 calls it, or in a message. */
  readonly numbers: readonly string[];
  /** Its lines and the words of its lines, as printed: a reference is one of them. */
  readonly texts: readonly string[];
}

export interface Paper {
  /** What a file is that should be a label, whatever its name. Never throws for any bytes. */
  labelIn(bytes: Uint8Array): Promise<Result<EncodedPaper, 'label-unreadable'>>;
  /** Makes the first labels as fast as later ones; resolves when that is so, or cannot be. */
  warm(): Promise<void>;
  /** Begins what `compare` is about to be asked. */
  beginToCompare(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): void;
  /**
   * Compares a label with the recipient as sent. Never throws for any bytes.
   * The sender's block is left out, so that a parcel to the sender's own street is not mistaken.
   */
  compare(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): Promise<LabelVerdict>;
  /**
   * What each sheet of a label that matches, or that a person looks at, is; asked with what `compare` was asked with. Empty where it cannot
   * be read. Never throws for any bytes.
   */
  pages(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): Promise<readonly LabelPage[]>;
  /** What a label carries beside its address: nothing of these people is among its codes. Never throws for any bytes. */
  marks(label: EncodedPaper, people: readonly Address[]): Promise<LabelMarks>;
  /** Each number that may name a parcel in the bar codes of a label that can only be looked at. Takes a second or two. Never throws for any bytes. */
  numbersInPicture(label: EncodedPaper): Promise<readonly string[]>;
  /** What is taken out of a label before it prints, because it would change the printer for later labels: `^JU`, `~JO`… */
  leftOut(label: EncodedPaper): Promise<readonly string[]>;
  /** The size of its first sheet, where it says one; dots are read as those of a printer of `dpi`. Never throws for any bytes. */
  labelSize(label: EncodedPaper, dpi: number): Promise<LabelSize | null>;
  /**
   * The label cut into the sheets that will come out, each printable alone on a printer of `dpi`; SAMPLE printed over each
   * when it is not live. A PDF becomes ZPL where the printer takes only ZPL, and a page that is larger than the stock is cut to its ink,
   * turned and, where nothing else helps, made smaller. Of a larger page that holds several labels, or papers beside one, only those of its
   * owner come, one by one. Refuses what must not reach a printer, and a page whose bar codes would be lost.
   */
  labelSheets(
    label: EncodedPaper,
    to: {
      readonly printer: PaperFormat;
      readonly dpi: 203 | 300;
      readonly stock: { readonly widthMm: number; readonly heightMm: number };
      readonly sample: boolean;
      /** Where it is known. */
      readonly of?: LabelOwner | undefined;
    },
  ): Promise<Result<readonly LabelSheet[], SheetCode>>;
  /**
   * Some sheets of a label for a printer that draws pages, each of its own size; ZPL says none, and is drawn on the stock. Where its owner's
   * label stands on a page with others that place is left white: it is printed elsewhere.
   */
  documentSheets(
    label: EncodedPaper,
    pages: readonly number[],
    to: {
      readonly stock: { readonly widthMm: number; readonly heightMm: number };
      readonly sample: boolean;
      readonly of?: LabelOwner | undefined;
    },
  ): Promise<Result<readonly Sheet[], 'document-unreadable'>>;
  /**
   * A paper as a person looks at it, sheet by sheet, also one that must not reach a printer: ZPL in UTF-8, whichever letters it came in.
   * Refuses only what is no paper at all.
   */
  drawables(paper: { readonly bytes: Uint8Array }): Promise<Result<readonly Drawable[], 'label-unreadable'>>;
  /**
   * A document (manifest, customs papers) as it goes to the document printer; SAMPLE on every page when not live. Pictures and texts become
   * pages; ZPL is for a label printer, and what is none of these cannot be printed.
   */
  document(paper: EncodedDocument, sample: boolean): Promise<Result<Sheet, 'document-unreadable'>>;
  /** A document as a file that any program shows whole: several PDFs in one blob become one PDF of their drawn pages. Never throws for any bytes. */
  asOneFile(paper: EncodedDocument): Promise<EncodedDocument>;
  /** Why nobody who is sent a file could read it: it is empty, locked with a password, or not what its name says. Undefined where one can. */
  refusal(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** By its content. */
  mediaTypeOf(bytes: Uint8Array): string;
  /** A sheet that comes out before the labels of a group, and is nobody's label. */
  separator(printer: PrinterSettings, format: PaperFormat, group: { readonly group: string; readonly orders: number }): Promise<Sheet>;
  testLabel(printer: PrinterSettings, benchName: string): Sheet;
  testPage(benchName: string): Promise<Sheet>;
  /** The codes by which Setup measures a scanner: one sheet for each page. */
  scannerSheets(printer: PrinterSettings, format: PaperFormat): Promise<readonly Sheet[]>;
  /** Ends what runs beside the program. */
  close(): void;
}
