/** A number as it is compared: scanners, screens and people put blanks and small letters in different places. */
export const numberText = (text: string): string => text.replace(/\s+/g, '').toUpperCase();
