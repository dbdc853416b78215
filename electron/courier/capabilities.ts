import { z } from 'zod';
import { actions } from './actions.ts';
import type { WireValue } from './json.ts';
import { isFields } from './wire.ts';

const shapeSchema = z.enum(['list', 'record', 'map', 'text', 'nothing']);
export type AnswerShape = z.infer<typeof shapeSchema>;

/** What a contract check has learned of one service; null where it could not be told. Nothing is narrowed by a null. */
export const capabilitiesSchema = z.object({
  checkedAt: z.iso.datetime(),
  baseUrl: z.string(),
  /** The spelling that is read; both are sent where none or both are. */
  environment: z.enum(['environment', 'environmet', 'both']),
  instructions: z.enum(['instructions', 'instuctions', 'both']),
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

/** Reads a capability file; undefined where it is none, which is the same as never having checked. */
export function readCapabilities(text: string): Capabilities | undefined {
  try {
    return capabilitiesSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** A map's entries are records or lists under names of their own; a record has at least one plain value. */
export function shapeOf(value: WireValue): AnswerShape {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : 'list';
  if (!isFields(value)) return value === null || value === '' || typeof value === 'boolean' ? 'nothing' : 'text';
  const inner = Object.values(value);
  if (inner.length === 0) return 'nothing';
  return inner.every((each) => isFields(each)) ? 'map' : 'record';
}

/** How an answer differs from what was learned, in a few words for the log, or undefined. */
export function driftOf(
  capabilities: Capabilities,
  action: (typeof actions)[number],
  result: WireValue,
  errors: WireValue,
): string | undefined {
  const differs = (learned: AnswerShape | null | undefined, value: WireValue, name: string): string | undefined => {
    const shape = shapeOf(value);
    return learned && learned !== 'nothing' && shape !== 'nothing' && shape !== learned ? `${name}: ${learned} became ${shape}` : undefined;
  };
  return differs(capabilities.results[action], result, 'result') ?? differs(capabilities.errors, errors, 'errors');
}
