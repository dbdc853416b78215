import { language } from './language.ts';

/** What the screens say. */
export const text = language.screens;
