import { z } from 'zod';

/** The seven operations of the service, as `action` names them. */
export const actions = ['quote', 'ship', 'pickup', 'track', 'labels', 'service_points', 'upload_documents'] as const;
export type Action = (typeof actions)[number];

const shapeSchema = z.enum(['list', 'record', 'map', 'text', 'nothing']);
export type AnswerShape = z.infer<typeof shapeSchema>;

const environmentSpellings = ['environment', 'environmet', 'both'] as const;
const instructionSpellings = ['instructions', 'instuctions', 'both'] as const;

/** How elements that the service's document spells in two ways are sent: as a contract check has learned, or as a person says. */
export const spellingsSchema = z.object({
  environment: z.enum(['learned', ...environmentSpellings]),
  instructions: z.enum(['learned', ...instructionSpellings]),
});
export type Spellings = z.infer<typeof spellingsSchema>;

/** What a contract check has learned of one service; null where it could not be told. Nothing is narrowed by a null. */
export const capabilitiesSchema = z.object({
  checkedAt: z.iso.datetime(),
  baseUrl: z.string(),
  /** The spelling that is read; both are sent where none or both are. */
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

/** An answer of another form than was learnt, and when it was first seen. */
export const driftSchema = z.object({ at: z.iso.datetime(), action: z.enum(actions), what: z.string() });
export type Drift = z.infer<typeof driftSchema>;

/** What a contract check asks, in this order; the last two only where it may book. */
export const contractSteps = ['environment', 'quote', 'enums', 'service-id', 'instructions', 'ship', 'second-ship'] as const;
export type ContractStep = (typeof contractSteps)[number];

export const contractReportSchema = z.object({
  /** The step under way, or null while no check runs. */
  step: z.enum(contractSteps).nullable(),
  /** What the newest check of the open world's service has learnt. */
  learned: capabilitiesSchema.nullable(),
  /** What differed since, newest first. */
  drift: z.array(driftSchema),
});
export type ContractReport = z.infer<typeof contractReportSchema>;
