import { z } from 'zod';
import { isSameSize } from './printer.ts';

/** What a sheet of a label is: to stick on the parcel, the same drawn once more for somebody's files, or words that go along. */
export const sheetClasses = ['label', 'copy', 'document'] as const;
export const sheetClassSchema = z.enum(sheetClasses);
export type SheetClass = (typeof sheetClasses)[number];

/** Where copies and documents go by themselves; `kept` prints when somebody asks for it. */
const paperPlaces = ['label-printer', 'document-printer', 'kept'] as const;
export const paperPlaceSchema = z.enum(paperPlaces);
export type PaperPlace = (typeof paperPlaces)[number];
export const placesSchema = z.object({ copy: paperPlaceSchema, document: paperPlaceSchema });
export type Places = z.infer<typeof placesSchema>;

/** A page of more words than this is known by none. */
export const mostFormWords = 600;
const fewestFormWords = 3;

/** What a courier prints alike on every sheet of one kind: words without a number, and nothing of the people of a parcel. */
export const sheetFormSchema = z.object({
  /** Before every other sheet of its label. */
  isFirst: z.boolean(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  /** In the order they are read, each once. */
  words: z.array(z.string()).min(fewestFormWords).max(mostFormWords),
});
export type SheetForm = z.infer<typeof sheetFormSchema>;

/** What a lead said once of the sheets of one form. It says what such a sheet is, never whose. */
export const decidedFormSchema = sheetFormSchema.extend({
  id: z.string(),
  courierKey: z.string(),
  serviceKey: z.string(),
  /** "courier, service" as a person knows them. */
  service: z.string(),
  is: sheetClassSchema,
  decidedBy: z.string(),
  decidedAt: z.iso.datetime(),
});
export type DecidedForm = z.infer<typeof decidedFormSchema>;

/** What a sheet is taken for; `unclear` is asked about. */
export const sheetReadingSchema = z.enum([...sheetClasses, 'unclear']);

/** One sheet of a label as it is shown to whoever says what it is. */
export const labelPageSchema = z.object({
  /** From 1. */
  page: z.int().positive(),
  is: sheetReadingSchema,
  /** How many labels on their way to the recipient are on it. */
  labels: z.int().nonnegative(),
  /** Beside a label on its page, and left behind where that is cut out. */
  beside: z.enum(['copy', 'document']).optional(),
  /** Null where it cannot be known again: too few words, too many, or several sheets on one page. */
  form: sheetFormSchema.nullable(),
});
export type LabelPage = z.infer<typeof labelPageSchema>;

/** A copy differs in what a service prints of each parcel; of its form so much is there again. */
const leastAlike = 0.7;

/**
 * Whether a sheet has the form that was decided on. Of one that names our recipient most of the words are enough. Any other has no word
 * beside them: a name that the form does not have may be somebody else's.
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
