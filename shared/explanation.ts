import { z } from 'zod';

/** Longest part of a message of the service that is compared. */
export const comparedLength = 500;

const words = { cause: z.string().min(1).max(300), remedy: z.string().max(300) };

/** The shop's own explanation of an error of the service. It changes only the words that are shown. */
export const explanationSchema = z.union([
  /** For exactly this message. */
  z.object({ message: z.string().min(1).max(comparedLength), ...words }),
  /** For every message in which this regular expression is found. */
  z.object({ pattern: z.string().min(1).max(200), ...words }),
]);
export type Explanation = z.infer<typeof explanationSchema>;

export const mostExplanations = 500;

/** A message as explanations store it. */
export const comparedMessage = (message: string): string => message.trim().slice(0, comparedLength);
