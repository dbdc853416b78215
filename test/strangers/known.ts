/**
 * What the strangers find, or a case shows, that is wrong and not mended yet: the words of the finding or the title of the case,
 * and why it waits. One that is listed and does not show any more is red too, so the list can only shrink.
 */
export const known: Readonly<Record<string, string>> = {
  'the right label is said to belong to another order':
    'The comparison knows fewer layouts than couriers draw. Such a label is held back and a person is asked, so nothing goes wrong but time.',
};
