import { z } from 'zod';
import { isSameSize } from './printer.ts';

/** Class of a label's sheet: the label for the parcel, a copy of it for the files, or an accompanying document. */
export const sheetClasses = ['label', 'copy', 'document'] as const;
export const sheetClassSchema = z.enum(sheetClasses);
export type SheetClass = (typeof sheetClasses)[number];

/** Default destination of copies and documents; `kept` prints on request only. */
const paperPlaces = ['label-printer', 'document-printer', 'kept'] as const;
export const paperPlaceSchema = z.enum(paperPlaces);
export type PaperPlace = (typeof paperPlaces)[number];
export const placesSchema = z.object({ copy: paperPlaceSchema, document: paperPlaceSchema });
export type Places = z.infer<typeof placesSchema>;

/** A page with more words is not identified by its form. */
export const mostFormWords = 600;
const fewestFormWords = 3;

/** The words that a courier prints on every sheet of one kind: words without digits, and none about the people of a parcel. */
export const sheetFormSchema = z.object({
  /** True if it is the first sheet of its label. */
  isFirst: z.boolean(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  /** In reading order, each once. */
  words: z.array(z.string()).min(fewestFormWords).max(mostFormWords),
});
export type SheetForm = z.infer<typeof sheetFormSchema>;

/** A shift lead's decision about sheets of one form. It determines the class of such a sheet, never its recipient. */
export const decidedFormSchema = sheetFormSchema.extend({
  id: z.string(),
  courierKey: z.string(),
  serviceKey: z.string(),
  /** "courier, service" as shown to people. */
  service: z.string(),
  is: sheetClassSchema,
  decidedBy: z.string(),
  decidedAt: z.iso.datetime(),
});
export type DecidedForm = z.infer<typeof decidedFormSchema>;

/** Detected class of a sheet; for `unclear` a person is asked. */
export const sheetReadingSchema = z.enum([...sheetClasses, 'unclear']);

/** One sheet of a label as it is shown to the person who decides its class. */
export const labelPageSchema = z.object({
  /** Counted from 1. */
  page: z.int().positive(),
  is: sheetReadingSchema,
  /** Number of labels on it that lead to the recipient. */
  labels: z.int().nonnegative(),
  /** Set if it is on a label's page; left out if the label is cut out. */
  beside: z.enum(['copy', 'document']).optional(),
  /** Null if the sheet cannot be identified again: too few words, too many, or several sheets on one page. */
  form: sheetFormSchema.nullable(),
});
export type LabelPage = z.infer<typeof labelPageSchema>;

/** Copies differ in data that the service prints per parcel. This share of a form's words has to match. */
const leastAlike = 0.7;

/**
 * True if a sheet has the form that was decided on. If it names this parcel's recipient, most of the words are enough. Otherwise it may
 * have no additional word: a name that the form does not have may be another person's.
 */
export function isOfForm(form: SheetForm, decided: SheetForm, namesRecipient: boolean): boolean {
  const known = new Set(decided.words);
  const shared = form.words.filter((word) => known.has(word)).length;
  return (
    form.isFirst === decided.isFirst &&
    isSamePage(form, decided) &&
    shared >= leastAlike * decided.words.length &&
    (namesRecipient || shared === form.words.length)
  );
}

function isSamePage(one: SheetForm, other: SheetForm): boolean {
  const [first, second] = [one, other].map(({ widthMm, heightMm }) =>
    widthMm === null || heightMm === null ? null : { widthMm, heightMm },
  );
  return first && second ? isSameSize(first, second) : first === second;
}
