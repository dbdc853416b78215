/**
 * What the strangers find, or a case shows, that is wrong and not mended yet: the words of the finding or the title of the case,
 * and why it waits. One that is listed and does not show any more is red too, so the list can only shrink.
 */
export const known: Readonly<Record<string, string>> = {};
