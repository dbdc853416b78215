/**
 * Errors that the strangers find, or a case shows, and that are not fixed yet: the words of the finding or the title of the case, and the
 * reason for the delay. An entry that no longer shows is red, too, so the list can only shrink.
 */
export const known: Readonly<Record<string, string>> = {};
