import type { ReactNode } from 'react';
import type { Setup } from '../../shared/settings.ts';
import type { Intent } from '../query.ts';

/** One question of the first steps. */
export interface QuestionProps {
  readonly setup: Setup;
  /** Draws the page around the card of the question and its primary button. */
  readonly draw: (card: ReactNode, primary: ReactNode) => ReactNode;
  /** The intent of the page, so that its band shows the result. */
  readonly intent: Intent;
  /** The question is answered; the page goes on with the next one. */
  readonly onDone: () => void;
  /** Opens the question about the printer again. */
  readonly onChoosePrinter: () => void;
}
