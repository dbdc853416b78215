import { z } from 'zod';

/** Problems of a label or a document, and reasons not to print it. The sentences are in `renderer/text/`. */
export const paperReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('label-sender-unknown') }),
  z.object({ code: z.literal('label-names-home') }),
  /** Packbench cannot read its address. */
  z.object({ code: z.literal('label-is-picture') }),
  /** The same, and its bar code carries this number of the booking. */
  z.object({ code: z.literal('label-picture-of-booking'), number: z.string() }),
  z.object({ code: z.literal('label-not-booked-here') }),
  z.object({ code: z.literal('label-without-sheet') }),
  z.object({ code: z.literal('label-without-text') }),
  z.object({ code: z.literal('label-has-many-texts'), most: z.int() }),
  /** Its page may contain several labels that could not be separated. */
  z.object({ code: z.literal('page-of-several') }),
  z.object({ code: z.literal('label-direction-unclear') }),
  z.object({ code: z.literal('part-without-name') }),
  z.object({ code: z.literal('sheet-without-name') }),
  /** Content of another recipient beside the label cannot be removed. */
  z.object({ code: z.literal('sheet-cannot-be-parted') }),
  z.object({ code: z.literal('form-of-other') }),
  /** The recipient is named, but the delivery address names someone else. */
  z.object({ code: z.literal('goes-to-other') }),
  z.object({ code: z.literal('name-at-other-door') }),
  /** At the recipient's street and number, with another postal code. */
  z.object({ code: z.literal('name-in-other-town') }),
  z.object({ code: z.literal('name-of-other-contact') }),
  z.object({ code: z.literal('name-is-longer') }),
  z.object({ code: z.literal('postal-code-strays') }),
  z.object({ code: z.literal('label-asks-copies'), copies: z.int(), parcels: z.int() }),
  /** The process that reads labels and documents was ended at one of its limits. */
  z.object({ code: z.literal('paper-took-too-long'), seconds: z.number() }),
  z.object({ code: z.literal('paper-needs-memory'), megabytes: z.int() }),
  /** The process that reads labels and documents ended by itself, or could not be started. */
  z.object({ code: z.literal('paper-process-ended') }),
  /** `why`: the offending content, in the printer's terms. */
  z.object({ code: z.literal('label-refused-at-gate'), why: z.string() }),
  z.object({ code: z.literal('paper-too-large'), megabytes: z.int() }),
  z.object({ code: z.literal('paper-of-no-kind') }),
  z.object({ code: z.literal('pdf-not-whole') }),
  /** The PDF that a rule names. */
  z.object({
    code: z.literal('enclosure-not-read'),
    path: z.string(),
    why: z.enum(['gone', 'not-allowed', 'no-file', 'link', 'changing', 'other']),
  }),
  z.object({ code: z.literal('enclosure-no-pdf'), path: z.string() }),
  z.object({ code: z.literal('enclosure-not-whole'), path: z.string() }),
  z.object({ code: z.literal('document-takes-pdf') }),
  z.object({ code: z.literal('document-of-no-kind') }),
  z.object({ code: z.literal('picture-too-large'), megapixels: z.int(), most: z.int() }),
  z.object({ code: z.literal('text-too-long'), lines: z.int() }),
  /** `why`: message of the renderer. */
  z.object({ code: z.literal('document-undrawable'), why: z.string() }),
  /** It is not a PDF, although the service's document specifies PDF. */
  z.object({ code: z.literal('paper-came-as'), format: z.enum(['ZPL', 'PNG', 'JPEG', 'HTML', 'TEXT', 'OTHER']) }),
]);
export type PaperReason = z.infer<typeof paperReasonSchema>;
