import { language } from './language.ts';

/** The texts of the screens. */
export const text = language.screens;
