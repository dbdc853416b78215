import { z } from 'zod';
import { type Action, type AnswerShape, type Capabilities, capabilitiesSchema } from '../../shared/contract.ts';
import { isFields } from './wire.ts';
import type { WireValue } from './wire-value.ts';

/** Reads a capability file; undefined if it is invalid, which counts as never checked. */
export function readCapabilities(text: string): Capabilities | undefined {
  try {
    return capabilitiesSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Classifies a value. The entries of a map are records or lists; a record has at least one plain value. */
export function shapeOf(value: WireValue): AnswerShape {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : 'list';
  if (!isFields(value)) return value === null || value === '' || typeof value === 'boolean' ? 'nothing' : 'text';
  const inner = Object.values(value);
  if (inner.length === 0) return 'nothing';
  return inner.every((each) => isFields(each)) ? 'map' : 'record';
}

/** Describes how an answer differs from the learned shape, in a few words for the log; undefined if it does not. */
export function driftOf(capabilities: Capabilities, action: Action, result: WireValue, errors: WireValue): string | undefined {
  const differs = (learned: AnswerShape | null | undefined, value: WireValue, name: string): string | undefined => {
    const shape = shapeOf(value);
    return learned && learned !== 'nothing' && shape !== 'nothing' && shape !== learned ? `${name}: ${learned} became ${shape}` : undefined;
  };
  return differs(capabilities.results[action], result, 'result') ?? differs(capabilities.errors, errors, 'errors');
}
