/** More labels than this are counted. */
const mostNamed = 4;

/** `label 2`, `labels 2 and 3`, `labels 2, 3, 4, 5 and 7 more`. */
export function labelsText(labels: readonly (number | string)[]): string {
  const [first = ''] = labels;
  if (labels.length < 2) return `label ${first}`;
  const named = labels.slice(0, labels.length > mostNamed ? mostNamed : -1);
  const last = labels.length > mostNamed ? `${labels.length - mostNamed} more` : labels.at(-1);
  return `labels ${named.join(', ')} and ${last}`;
}

/** The labels of a shipment of several parcels. */
export const pieces = {
  label: (no: number, of: number) => `Label ${no} of ${of}`,
  short: (no: number) => `Label ${no}`,
  /** The contents of its parcel are added if the parcels differ. */
  named: (no: number, contents: string) => (contents ? `${no} (${contents})` : String(no)),
  onParcel: (labels: number, of: number) => `${labels} of ${of} on the parcel`,
  onParcelBut: (done: number, of: number, rest: readonly string[]) => `${done} of ${of} on the parcel, not yet: ${labelsText(rest)}`,
  all: (of: number, state: string) => `${of} labels: ${state}`,
  notYet: (done: number, of: number, rest: readonly string[]) => `${done} of ${of}, not yet: ${labelsText(rest)}`,
  notKnown: (done: number, of: number, rest: readonly string[]) => `${done} of ${of}, not known: ${labelsText(rest)}`,
  scanMissing: (missing: readonly number[]) =>
    missing.length === 1
      ? `Scan ${labelsText(missing)} on its parcel`
      : `Scan ${missing.length > 2 ? `the other ${missing.length} labels` : labelsText(missing)} on their parcels`,
  missing: (missing: readonly string[]) =>
    missing.length === 1
      ? `Not on its parcel yet: ${labelsText(missing)}. Scan it here.`
      : `Not on their parcels yet: ${labelsText(missing)}. Scan them here.`,
  missingElsewhere: (missing: readonly string[]) =>
    `Not scanned on ${missing.length === 1 ? 'its parcel' : 'their parcels'}: ${labelsText(missing)}.`,
  unclear: 'This code does not show which label it is.',
  unclearNext: 'Choose the label that you scanned by its number, or scan another code on it.',
} as const;
