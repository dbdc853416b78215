import type { Address } from '../../../shared/address.ts';
import type { SheetCode } from '../../../shared/call-codes.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import type { PackingSlip } from '../../../shared/packing-slip.ts';
import type { Drawable, LabelSize, PaperFormat, PrinterSettings } from '../../../shared/printer.ts';
import type { Result } from '../../../shared/result.ts';
import type { DecidedForm, LabelPage } from '../../../shared/sheet-class.ts';
import type { EncodedDocument, EncodedPaper } from './courier.ts';

export interface Sheet {
  readonly format: PaperFormat;
  readonly bytes: Uint8Array;
}

/** A sheet cut from a label. */
export interface LabelSheet extends Sheet {
  /** Page of the label as received, from 1. Several sheets may come from one page. */
  readonly page: number;
  /** True if it is only a part of its page: the rest is not printed. */
  readonly isCut?: boolean;
}

export interface LabelOwner {
  readonly recipient: Address;
  readonly sender: Address;
  readonly parcels: number;
  readonly isToServicePoint?: boolean;
}

/** Number of labels that a shipment should have: one for each parcel, and one or as many again for the way back, if requested. */
export interface ExpectedLabels {
  readonly parcels: number;
  readonly returnAsked: boolean;
  /** The bare tracking numbers of its parcels, if the service gave one to each. */
  readonly trackingNos?: readonly string[];
  /** The recipient's company is a place at which many people collect parcels: it alone does not identify the recipient. */
  readonly isToServicePoint?: boolean;
  /** A user's decisions on the pages of this courier's service. */
  readonly decided?: readonly DecidedForm[];
  /** The texts of the order besides its addresses: not part of a form. */
  readonly ownTexts?: readonly string[];
}

export interface LabelMarks {
  /**
   * Codes that can identify its parcel, bare (`bareCode`): its bar codes as a scanner reads them, or on a PDF the text that looks like the
   * line below them.
   */
  readonly codes: readonly string[];
  /** The codes, and each number in its bar codes that may identify a parcel: after a GS1 application identifier, or in a message. */
  readonly numbers: readonly string[];
  /** Its lines and the words of its lines, as printed: a reference is one of them. */
  readonly texts: readonly string[];
}

export interface Paper {
  /** Detects the format of a file that should be a label, whatever its name. Never throws for any bytes. */
  labelIn(bytes: Uint8Array): Promise<Result<EncodedPaper, 'label-unreadable'>>;
  /** Makes the first labels as fast as later ones; resolves when that is done, or cannot be. */
  warm(): Promise<void>;
  /** Starts the work of a `compare` that will follow. */
  beginToCompare(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): void;
  /**
   * Compares a label with the recipient as sent. Never throws for any bytes.
   * Ignores the sender's block, so that a parcel to the sender's own street is not mistaken.
   */
  compare(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): Promise<LabelVerdict>;
  /**
   * Classifies each page of a label that matches, or that a user checks; takes the arguments of `compare`. Empty if it cannot be read.
   * Never throws for any bytes.
   */
  pages(label: EncodedPaper, recipient: Address, sender: Address, expected: ExpectedLabels): Promise<readonly LabelPage[]>;
  /**
   * Codes on each label of a shipment of several parcels, bare, in the order in which the labels print; takes the arguments of `compare`.
   * Empty if the labels are not as many as the parcels, or cannot be read. Never throws for any bytes.
   */
  codesOfLabels(
    label: EncodedPaper,
    recipient: Address,
    sender: Address,
    expected: ExpectedLabels,
  ): Promise<readonly (readonly string[])[]>;
  /** Codes, numbers and texts of a label besides its address: none of its codes belongs to these people. Never throws for any bytes. */
  marks(label: EncodedPaper, people: readonly Address[]): Promise<LabelMarks>;
  /** Each number that may identify a parcel in the bar codes of an image label. Takes a second or two. Never throws for any bytes. */
  numbersInPicture(label: EncodedPaper): Promise<readonly string[]>;
  /** Commands removed from a label before it prints, because they would change the printer for later labels: `^JU`, `~JO`… */
  leftOut(label: EncodedPaper): Promise<readonly string[]>;
  /** Size of the first page, if the label states one; dots are read as those of a printer of `dpi`. Never throws for any bytes. */
  labelSize(label: EncodedPaper, dpi: number): Promise<LabelSize | null>;
  /**
   * Cuts a label into the sheets that will come out, each printable alone on a printer of `dpi`, with SAMPLE across each if it is not live.
   * Converts a PDF to ZPL if the printer takes only ZPL. Crops a page that is larger than the stock to its ink, turns it and, if nothing
   * else helps, scales it down. From a larger page with several labels, or documents beside one, only the labels of its owner come, one by
   * one. Refuses content that must not reach a printer, and a page whose bar codes would be lost.
   */
  labelSheets(
    label: EncodedPaper,
    to: {
      readonly printer: PaperFormat;
      readonly dpi: 203 | 300;
      readonly stock: { readonly widthMm: number; readonly heightMm: number };
      readonly sample: boolean;
      /** Set if it is known. */
      readonly of?: LabelOwner | undefined;
    },
  ): Promise<Result<readonly LabelSheet[], SheetCode>>;
  /**
   * Prints pages of a label for a printer that draws pages, each in its own size; ZPL states no size and is drawn on the stock. If the
   * owner's label shares a page with others, its place stays white: it is printed elsewhere.
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
   * Draws a document for the screen, page by page, even one that must not reach a printer: ZPL in UTF-8, whatever encoding it came in.
   * Refuses only bytes that are no printable document.
   */
  drawables(paper: { readonly bytes: Uint8Array }): Promise<Result<readonly Drawable[], 'label-unreadable'>>;
  /**
   * Converts a document (manifest, customs documents) for the document printer, with SAMPLE on every page if it is not live. Images and
   * texts become pages; ZPL needs a label printer, and any other format cannot be printed.
   */
  document(paper: EncodedDocument, sample: boolean): Promise<Result<Sheet, 'document-unreadable'>>;
  /**
   * A document as one file that any program shows completely: several PDFs in one blob become one PDF of their drawn pages. Never throws
   * for any bytes.
   */
  asOneFile(paper: EncodedDocument): Promise<EncodedDocument>;
  /**
   * Why a recipient could not read the file: it is empty, locked with a password, or not the type its name states. Undefined if it is
   * readable.
   */
  refusal(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Detects the type by the content. */
  mediaTypeOf(bytes: Uint8Array): string;
  /** A sheet printed before the labels of a group; not a label itself. */
  separator(printer: PrinterSettings, format: PaperFormat, group: { readonly group: string; readonly orders: number }): Promise<Sheet>;
  testLabel(printer: PrinterSettings, benchName: string): Sheet;
  testPage(benchName: string): Promise<Sheet>;
  /**
   * The packing slip on pages of this paper, with SAMPLE on each if it is not live. The same slip on the same paper has the same bytes.
   * Letters that the font lacks print as "?", with a line that says so.
   */
  packingSlip(
    slip: PackingSlip,
    paper: Pick<PrinterSettings, 'widthMm' | 'heightMm'>,
    sample: boolean,
  ): Promise<Result<Sheet, 'document-unreadable'>>;
  /** The PDF at this full path, read now. Refuses anything but a regular file that is a PDF, up to the size of a label. */
  enclosure(path: string): Promise<Result<EncodedDocument, 'document-unreadable'>>;
  /** The codes with which Setup measures a scanner: one sheet for each page. */
  scannerSheets(printer: PrinterSettings, format: PaperFormat): Promise<readonly Sheet[]>;
  /** Ends the worker processes. */
  close(): void;
}
