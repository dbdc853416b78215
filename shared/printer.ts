import { z } from 'zod';
import type { FailureCode } from './failure.ts';
import { messageSchema } from './message.ts';
import { type PrinterReason, printerReasons } from './print-reason.ts';
import { printerAboutSchema } from './printer-about.ts';
import { printerNameSchema } from './printer-name.ts';
import { printerWarningSchema } from './printer-warning.ts';
import { notedReasonSchema } from './reprint.ts';

/** Status reported by the printer. `cannot-say` comes from a spooler queue and is never treated as ready. */
export const printerStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('printing') }),
  z.object({ kind: z.literal('not-ready'), reason: z.enum(printerReasons) }),
  z.object({ kind: z.literal('cannot-say') }),
  /** No printer: documents are stored as files. */
  z.object({ kind: z.literal('keeps-files') }),
]);
export type PrinterStatus = z.infer<typeof printerStatusSchema>;

export type PrinterFailure = `printer-${PrinterReason}`;
export const codeOfReason = (reason: PrinterReason): PrinterFailure => `printer-${reason}`;

/** The failure of a printer's status, or undefined if it can print. */
export const failureOf = (status: PrinterStatus): PrinterFailure | undefined =>
  status.kind === 'not-ready' ? codeOfReason(status.reason) : undefined;

const troubles: ReadonlySet<FailureCode> = new Set(printerReasons.map(codeOfReason));
/** True if a failure only repeats the printer's own status. */
export const isPrinterTrouble = (code: FailureCode): boolean => troubles.has(code);

export const printerRoleSchema = z.enum(['label', 'document']);
export type PrinterRole = z.infer<typeof printerRoleSchema>;

/**
 * Address of a printer: `tcp://host:port` or `device:PATH` for raw ZPL, `queue:NAME` for a queue of the operating system, `folder:PATH`
 * to store documents as files if there is no printer.
 */
export const printerAddressSchema = z.string().regex(/^(tcp:\/\/(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}|device:.+|queue:.+|folder:.+)$/);

export const printerSettingsSchema = z.object({
  address: printerAddressSchema,
  dpi: z.union([z.literal(203), z.literal(300)]),
  widthMm: z.number().positive(),
  heightMm: z.number().positive(),
  /** Another bench prints on it too: its labels change the printer's count, so the count proves nothing. */
  isShared: z.boolean().optional(),
});
export type PrinterSettings = z.infer<typeof printerSettingsSchema>;

export const paperFormatSchema = z.enum(['ZPL', 'PDF']);
export type PaperFormat = z.infer<typeof paperFormatSchema>;

const labelSizeSchema = z.object({ widthMm: z.number().positive(), heightMm: z.number().positive() });
export type LabelSize = z.infer<typeof labelSizeSchema>;

/** Sheets that are sent to a printer automatically. Null or absent accepts any. */
export const printerRouteSchema = z.object({
  role: printerRoleSchema,
  format: paperFormatSchema.nullable(),
  labelSize: labelSizeSchema.nullable(),
  /** Names or keys of couriers, in any case. */
  couriers: z.array(z.string().max(60)).max(40).optional(),
  /** Backup printer: takes the labels of another printer while that one is not in use, and labels that no other printer takes. */
  isStandby: z.boolean(),
});
export type PrinterRoute = z.infer<typeof printerRouteSchema>;

/** A printer of this bench. Its id stays if its address changes, so waiting jobs go to the new address. */
export const printerSchema = printerSettingsSchema.extend({
  id: z.string().min(1).max(40),
  /** The name that people and rules use, at every bench where the rules apply. */
  name: printerNameSchema.optional(),
  route: printerRouteSchema,
});
export type Printer = z.infer<typeof printerSchema>;
export const nameOfPrinter = ({ name, id }: Pick<Printer, 'name' | 'id'>): string => name ?? id;
export const printersSchema = z
  .array(printerSchema)
  .refine((printers) => new Set(printers.map(({ id }) => id)).size === printers.length, 'two-printers-with-one-id');

/** The only printer of a role, as Setup creates it: its id is its role. */
export const printerOfRole = (role: PrinterRole, settings: PrinterSettings): Printer => ({
  ...settings,
  id: role,
  route: { role, format: null, labelSize: null, isStandby: false },
});

/** Properties of a sheet that are known before it is printed. */
export interface SheetAbout extends Partial<Pick<PrinterRoute, 'format' | 'labelSize'>> {
  readonly role: PrinterRole;
  /** Names of its courier. */
  readonly couriers?: readonly string[];
  /** The label printer that a rule names. */
  readonly named?: string | undefined;
}

/** Tolerance between labels of one stock: 4 inches are 101.6 mm. */
const sizeToleranceMm = 3;
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= sizeToleranceMm;
/** True in either orientation. */
export const isSameSize = (one: LabelSize, other: LabelSize): boolean =>
  (isNear(one.widthMm, other.widthMm) && isNear(one.heightMm, other.heightMm)) ||
  (isNear(one.widthMm, other.heightMm) && isNear(one.heightMm, other.widthMm));

const lower = (names: readonly string[]): string[] => names.map((name) => name.trim().toLowerCase());

/** Number of its rules that match this sheet; undefined if a rule does not match or its fact is unknown. */
function rulesThatFit(route: PrinterRoute, sheet: SheetAbout): number | undefined {
  const { couriers = [] } = route;
  const { labelSize: size } = sheet;
  const rules = [
    route.format === null || route.format === sheet.format,
    route.labelSize === null || (size ? isSameSize(route.labelSize, size) : false),
    couriers.length === 0 || lower(couriers).some((name) => lower(sheet.couriers ?? []).includes(name)),
  ];
  const named = [route.format !== null, route.labelSize !== null, couriers.length > 0].filter(Boolean).length;
  return rules.includes(false) ? undefined : named;
}

/** Label printers that are used automatically; backup printers only if there is no other. */
export function labelPrinters(printers: readonly Printer[]): readonly Printer[] {
  const ofLabels = printers.filter(({ route }) => route.role === 'label');
  const awake = ofLabels.filter(({ route }) => !route.isStandby);
  return awake.length > 0 ? awake : ofLabels;
}

/** Names are compared without case and outer blanks. */
export const labelPrinterNamed = (printers: readonly Printer[], name: string): Printer | undefined =>
  labelPrinters(printers).find((printer) => nameOfPrinter(printer).trim().toLowerCase() === name.trim().toLowerCase());

/**
 * The printer that a rule names, if it exists. Otherwise, of the printers whose rules all match the sheet, the one with the most rules;
 * if none matches, the first of the role. A backup printer is used only if there is no other.
 */
export function routedTo(printers: readonly Printer[], sheet: SheetAbout): Printer | undefined {
  const named = sheet.role === 'label' && sheet.named ? labelPrinterNamed(printers, sheet.named) : undefined;
  if (named) return named;
  const ofRole = printers.filter(({ route }) => route.role === sheet.role);
  const awake = ofRole.filter(({ route }) => !route.isStandby);
  const [first] = awake.length > 0 ? awake : ofRole;
  const fitting = (awake.length > 0 ? awake : ofRole).flatMap((printer) => {
    const fits = rulesThatFit(printer.route, sheet);
    return fits === undefined ? [] : [{ printer, fits }];
  });
  const most = Math.max(...fitting.map(({ fits }) => fits));
  return fitting.find(({ fits }) => fits === most)?.printer ?? first;
}

type Placed = Pick<Printer, 'name' | 'route'>;
const placeOf = ({ name = '', route: { role, isStandby, labelSize, couriers = [] } }: Placed): string =>
  JSON.stringify([role, isStandby, labelSize, lower(couriers).toSorted(), ...lower([name])]);

/** The list with this printer added. It replaces a printer with the same name and route, and takes over its waiting jobs. */
export function withPrinter(printers: readonly Printer[], { address, ...printer }: Omit<Printer, 'id'>): Printer[] {
  const before = printers.find((each) => placeOf(each) === placeOf(printer));
  const itself = printers.find((each) => each.address === address && each.route.role === printer.route.role);
  const others = printers.filter((each) => each !== before && each !== itself);
  const { role } = printer.route;
  const ids = [role, ...Array.from({ length: others.length + 1 }, (_, index) => `${role}-${index + 2}`)];
  const free = ids.find((id) => !others.some((other) => other.id === id)) ?? role;
  const placed = { address, ...printer, id: before?.id ?? itself?.id ?? free };
  const place = before ?? itself;
  // Keep the position: the first printer of a role takes sheets that no rule matches.
  return place ? printers.flatMap((each) => (each === place ? placed : others.includes(each) ? each : [])) : [...others, placed];
}

export const printJobStates = ['queued', 'sending', 'sent', 'printed', 'print-unknown', 'held', 'failed'] as const;
export const printJobStateSchema = z.enum(printJobStates);
export type PrintJobState = z.infer<typeof printJobStateSchema>;

/** Format of a document, detected by its content. The service's document specifies PDF. */
export const documentFormats = ['PDF', 'ZPL', 'PNG', 'JPEG', 'HTML', 'TEXT', 'OTHER'] as const;
export const documentFormatSchema = z.enum(documentFormats);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;

/** One sheet as the window draws it: ZPL is rendered on paper of this size if that is larger than most labels; PNG is shown as it is. */
export const drawableSchema = z.object({
  format: z.enum(['ZPL', 'PNG']),
  bytes: z.instanceof(Uint8Array),
  size: z.object({ widthMm: z.number(), heightMm: z.number() }).optional(),
});
export type Drawable = z.infer<typeof drawableSchema>;

/** One sheet or document sent to one printer. `piece` counts from 1. */
export const printJobSchema = z.object({
  id: z.string(),
  bookingId: z.string().nullable(),
  pickupId: z.string().nullable(),
  role: printerRoleSchema,
  /** The current printer. */
  printerId: z.string(),
  /** The previous printer, if the job was moved; else null. */
  movedFrom: z.string().nullable(),
  title: z.string(),
  piece: z.int().positive(),
  pieces: z.int().positive(),
  format: paperFormatSchema,
  state: printJobStateSchema,
  /** 0 for the first print, plus one for every reprint. */
  copy: z.int().nonnegative(),
  /** Why this label was printed again; absent for a first print, and if the reason was not asked. */
  because: notedReasonSchema.optional(),
  detail: messageSchema,
  /** When the printer had received every byte; null if unknown, or if only known with the outcome. */
  takenAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
});
export type PrintJob = z.infer<typeof printJobSchema>;

export const foundPrinterSchema = z.object({
  address: z.string(),
  name: z.string(),
  status: printerStatusSchema,
  warnings: z.array(printerWarningSchema).optional(),
  /** The printer's own data, if it was queried and answered. */
  about: printerAboutSchema.optional(),
});
export type FoundPrinter = z.infer<typeof foundPrinterSchema>;
