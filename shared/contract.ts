import { z } from 'zod';

/** The seven operations of the service, named like their `action`. */
export const actions = ['quote', 'ship', 'pickup', 'track', 'labels', 'service_points', 'upload_documents'] as const;
export type Action = (typeof actions)[number];

const shapeSchema = z.enum(['list', 'record', 'map', 'text', 'nothing']);
export type AnswerShape = z.infer<typeof shapeSchema>;

const environmentSpellings = ['environment', 'environmet', 'both'] as const;
const instructionSpellings = ['instructions', 'instuctions', 'both'] as const;

/** Spelling of elements that the service's document spells in two ways, as a contract check found it or a person set it. */
export const spellingsSchema = z.object({
  environment: z.enum(['learned', ...environmentSpellings]),
  instructions: z.enum(['learned', ...instructionSpellings]),
});
export type Spellings = z.infer<typeof spellingsSchema>;

/** Results of a contract check of one service; null if unknown. A null restricts nothing. */
export const capabilitiesSchema = z.object({
  checkedAt: z.iso.datetime(),
  baseUrl: z.string(),
  /** The spelling that the service reads. Both are sent if it reads neither or both. */
  environment: z.enum(environmentSpellings),
  instructions: z.enum(instructionSpellings),
  serviceIdSurvivesQuote: z.boolean().nullable(),
  anyCaseOfEnums: z.boolean().nullable(),
  secondShipRefused: z.boolean().nullable(),
  /** The form of `result` of each operation, and of `errors` when there are some. */
  results: z.partialRecord(z.enum(actions), shapeSchema),
  errors: shapeSchema.nullable(),
  /** The HTTP status of an answer that only holds errors. */
  errorStatus: z.int().nullable(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** An answer whose form differs from the learned one, and when it was first seen. */
export const driftSchema = z.object({ at: z.iso.datetime(), action: z.enum(actions), what: z.string() });
export type Drift = z.infer<typeof driftSchema>;

/** Steps of a contract check, in this order; the last two only if it may book. */
export const contractSteps = ['environment', 'quote', 'enums', 'service-id', 'instructions', 'ship', 'second-ship'] as const;
export type ContractStep = (typeof contractSteps)[number];

export const contractReportSchema = z.object({
  /** The step under way, or null while no check runs. */
  step: z.enum(contractSteps).nullable(),
  /** Results of the newest check of the open environment's service. */
  learned: capabilitiesSchema.nullable(),
  /** Differences found since, newest first. */
  drift: z.array(driftSchema),
});
export type ContractReport = z.infer<typeof contractReportSchema>;
