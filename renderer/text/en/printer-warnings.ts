import type { PrinterWarning } from '../../../shared/printer-warning.ts';
import type { Sentences } from '../sentences.ts';

/** Conditions that would spoil labels, and the remedy. */
export const printerWarnings: Sentences<PrinterWarning> = {
  'other-dots': ({ model, dpi }) =>
    `The ${model} reports ${dpi} dpi, and Setup has another number: labels come out in the wrong size. Correct it in Setup, Printers, before the next parcel.`,
  'prints-narrower': ({ model, widthMm }) =>
    `The ${model} reports a print width of ${widthMm} mm, and Setup has wider labels: they are cut off. Correct it in Setup, Printers, before the next parcel.`,
  'driver-takes-no-zpl': ({ driver }) =>
    `The driver “${driver}” makes pages of its own, and labels come out empty. Install the maker's v3 driver or “Generic / Text Only”.`,
  'protected-print': () =>
    'Windows is in protected print mode: label drivers do not work in it. Turn it off in Settings, Printers & scanners, or reach the printer over tcp://.',
  'stock-missing': ({ widthMm, heightMm }) =>
    `The driver knows no paper of ${widthMm} × ${heightMm} mm, and labels come out on another. Add that paper in the printer's preferences in Windows, or correct the size in Setup, Printers.`,
  'queue-shared': () =>
    'Windows shares this printer: labels of other computers may come out between yours. Stop sharing it, or turn on “Another bench prints there too” in Setup, Printers.',
  'queue-elsewhere': () =>
    'This printer belongs to another computer: when that is off nothing prints, and what it took may come out later. Connect the printer to this one.',
};
