import { z } from 'zod';
import type { FailureCode } from './failure.ts';
import { type PrinterReason, printerReasons } from './print-reason.ts';
import { printerAboutSchema } from './printer-about.ts';
import { printerNameSchema } from './printer-name.ts';
import { printerWarningSchema } from './printer-warning.ts';
import { saidSchema } from './said.ts';

/** What the printer itself says. `cannot-say` is an honest answer of a spooler queue, never taken for ready. */
export const printerStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('printing') }),
  z.object({ kind: z.literal('not-ready'), reason: z.enum(printerReasons) }),
  z.object({ kind: z.literal('cannot-say') }),
  /** No printer: what would be printed is kept as files. */
  z.object({ kind: z.literal('keeps-files') }),
]);
export type PrinterStatus = z.infer<typeof printerStatusSchema>;

/** The failure each reason is told as. */
export type PrinterFailure = `printer-${PrinterReason}`;
export const codeOfReason = (reason: PrinterReason): PrinterFailure => `printer-${reason}`;

/** The failure a printer's status stands for, or undefined where printing may go on. */
export const failureOf = (status: PrinterStatus): PrinterFailure | undefined =>
  status.kind === 'not-ready' ? codeOfReason(status.reason) : undefined;

const troubles: ReadonlySet<FailureCode> = new Set(printerReasons.map(codeOfReason));
/** Whether a failure tells no more than what a printer says of itself. */
export const isPrinterTrouble = (code: FailureCode): boolean => troubles.has(code);

export const printerRoleSchema = z.enum(['label', 'document']);
export type PrinterRole = z.infer<typeof printerRoleSchema>;

/**
 * Where a printer is reached: `tcp://host:port` or `device:PATH` for raw ZPL, `queue:NAME` for a queue of the operating system,
 * `folder:PATH` to keep documents as files where there is no printer.
 */
export const printerAddressSchema = z.string().regex(/^(tcp:\/\/(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}|device:.+|queue:.+|folder:.+)$/);

export const printerSettingsSchema = z.object({
  address: printerAddressSchema,
  dpi: z.union([z.literal(203), z.literal(300)]),
  widthMm: z.number().positive(),
  heightMm: z.number().positive(),
  /** Another bench prints there too: its labels move the printer's count, which proves nothing then. */
  isShared: z.boolean().optional(),
});
export type PrinterSettings = z.infer<typeof printerSettingsSchema>;

export const paperFormatSchema = z.enum(['ZPL', 'PDF']);
export type PaperFormat = z.infer<typeof paperFormatSchema>;

const labelSizeSchema = z.object({ widthMm: z.number().positive(), heightMm: z.number().positive() });
export type LabelSize = z.infer<typeof labelSizeSchema>;

/** What goes to a printer by itself. Null or absent takes any. */
export const printerRouteSchema = z.object({
  role: printerRoleSchema,
  format: paperFormatSchema.nullable(),
  labelSize: labelSizeSchema.nullable(),
  /** By their names or keys, whatever the case. */
  couriers: z.array(z.string().max(60)).max(40).optional(),
  /** Takes the labels of another printer while a person lets that one rest, and what no other takes. */
  isStandby: z.boolean(),
});
export type PrinterRoute = z.infer<typeof printerRouteSchema>;

/** A printer of this bench. Its id stays when it is reached elsewhere: what waits for it goes there. */
export const printerSchema = printerSettingsSchema.extend({
  id: z.string().min(1).max(40),
  /** What people call it, and rules, at whichever bench they count. */
  name: printerNameSchema.optional(),
  route: printerRouteSchema,
});
export type Printer = z.infer<typeof printerSchema>;
/** Where nobody gave it a name, its id. */
export const nameOfPrinter = ({ name, id }: Pick<Printer, 'name' | 'id'>): string => name ?? id;
export const printersSchema = z
  .array(printerSchema)
  .refine((printers) => new Set(printers.map(({ id }) => id)).size === printers.length, 'two-printers-with-one-id');

/** The one printer of a role, as Setup names it: its id is its role. */
export const printerOfRole = (role: PrinterRole, settings: PrinterSettings): Printer => ({
  ...settings,
  id: role,
  route: { role, format: null, labelSize: null, isStandby: false },
});

/** A sheet as far as it is known before it is printed. */
export interface SheetAbout extends Partial<Pick<PrinterRoute, 'format' | 'labelSize'>> {
  readonly role: PrinterRole;
  /** The names its courier goes by. */
  readonly couriers?: readonly string[];
  /** The label printer that a rule names. */
  readonly named?: string | undefined;
}

/** Labels of one stock differ by so much: 4 inches are 101.6 mm. */
const sizeToleranceMm = 3;
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= sizeToleranceMm;
/** Whichever way it lies. */
export const isSameSize = (one: LabelSize, other: LabelSize): boolean =>
  (isNear(one.widthMm, other.widthMm) && isNear(one.heightMm, other.heightMm)) ||
  (isNear(one.widthMm, other.heightMm) && isNear(one.heightMm, other.widthMm));

const lower = (names: readonly string[]): string[] => names.map((name) => name.trim().toLowerCase());

/** How many of its rules name this sheet; undefined where one names another, or what is not known of it. */
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

/** Those that labels go to by themselves: one that stands by only where no other is. */
export function labelPrinters(printers: readonly Printer[]): readonly Printer[] {
  const ofLabels = printers.filter(({ route }) => route.role === 'label');
  const awake = ofLabels.filter(({ route }) => !route.isStandby);
  return awake.length > 0 ? awake : ofLabels;
}

/** Case and outer blanks make no other name. */
export const labelPrinterNamed = (printers: readonly Printer[], name: string): Printer | undefined =>
  labelPrinters(printers).find((printer) => nameOfPrinter(printer).trim().toLowerCase() === name.trim().toLowerCase());

/**
 * The printer that a rule names, where it is there. Else the one that a sheet goes to by itself: of those whose rules all fit it the one with the most, and where none fits the first of its
 * role. One that stands by only where no other is.
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

/** With this printer in its place: one of the same name that took the same sheets by itself makes room, and what waits there goes to the new one. */
export function withPrinter(printers: readonly Printer[], { address, ...printer }: Omit<Printer, 'id'>): Printer[] {
  const before = printers.find((each) => placeOf(each) === placeOf(printer));
  const itself = printers.find((each) => each.address === address && each.route.role === printer.route.role);
  const others = printers.filter((each) => each !== before && each !== itself);
  const { role } = printer.route;
  const ids = [role, ...Array.from({ length: others.length + 1 }, (_, index) => `${role}-${index + 2}`)];
  const free = ids.find((id) => !others.some((other) => other.id === id)) ?? role;
  const placed = { address, ...printer, id: before?.id ?? itself?.id ?? free };
  const place = before ?? itself;
  // In its place: the first of a role takes what no rule names.
  return place ? printers.flatMap((each) => (each === place ? placed : others.includes(each) ? each : [])) : [...others, placed];
}

export const printJobStates = ['queued', 'sending', 'sent', 'printed', 'print-unknown', 'held', 'failed'] as const;
export const printJobStateSchema = z.enum(printJobStates);
export type PrintJobState = z.infer<typeof printJobStateSchema>;

/** What a document is, by its content: the service promises PDF. */
export const documentFormats = ['PDF', 'ZPL', 'PNG', 'JPEG', 'HTML', 'TEXT', 'OTHER'] as const;
export const documentFormatSchema = z.enum(documentFormats);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;

/** One sheet as the window draws it: ZPL by itself, on paper of this size where it is larger than most labels; a PNG as it is. */
export const drawableSchema = z.object({
  format: z.enum(['ZPL', 'PNG']),
  bytes: z.instanceof(Uint8Array),
  size: z.object({ widthMm: z.number(), heightMm: z.number() }).optional(),
});
export type Drawable = z.infer<typeof drawableSchema>;

/** One sheet or document on its way to one printer. `piece` counts from 1. */
export const printJobSchema = z.object({
  id: z.string(),
  bookingId: z.string().nullable(),
  pickupId: z.string().nullable(),
  role: printerRoleSchema,
  /** The printer it goes to. */
  printerId: z.string(),
  /** The printer it waited for before, where it was moved; null where it was not. */
  movedFrom: z.string().nullable(),
  title: z.string(),
  piece: z.int().positive(),
  pieces: z.int().positive(),
  format: paperFormatSchema,
  state: printJobStateSchema,
  /** 0 for the first print, then one more for every reprint. */
  copy: z.int().nonnegative(),
  detail: saidSchema,
  /** When the printer had taken every byte; null where that is not known, or known with its outcome alone. */
  takenAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
});
export type PrintJob = z.infer<typeof printJobSchema>;

export const foundPrinterSchema = z.object({
  address: z.string(),
  name: z.string(),
  status: printerStatusSchema,
  /** Of one that Setup names. */
  warnings: z.array(printerWarningSchema).optional(),
  /** What it says it is, where it was asked and said so. */
  about: printerAboutSchema.optional(),
});
export type FoundPrinter = z.infer<typeof foundPrinterSchema>;
