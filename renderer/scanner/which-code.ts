import type { CallReply, Station } from '../../shared/ipc.ts';
import type { TypedAs } from '../../shared/known-code.ts';
import type { ScanDoubt } from '../../shared/scan.ts';
import type { ScanReason } from '../../shared/scan-reason.ts';
import type { ScannedCode, TypedText } from './key-reader.ts';
import { isAlike } from './reading.ts';

type Recognised = CallReply<'recognise'>[number];
/** How this bench knows each code; undefined if it could not be asked. */
export type Recognise = (codes: readonly string[]) => Promise<readonly (Recognised | undefined)[]>;

/** Maximum number of readings of one code that are sent to the bench. */
const mostReadings = 20;

export const recogniseAt =
  (station: Pick<Station, 'recognise'>): Recognise =>
  async (codes) => {
    const answer = await station.recognise({ codes: codes.slice(0, mostReadings) });
    return answer.ok ? answer.value : codes.map(() => undefined);
  };

type ReadCode =
  | { readonly is: 'code'; readonly code: string; readonly doubt: ScanDoubt | undefined }
  | { readonly is: 'refused'; readonly reason: ScanReason };

/**
 * The reading of a code that this bench knows. If two readings lead to two orders, the scan is refused as ambiguous. `isKnownOnly`: a
 * code that the bench does not know is not a scan.
 */
export async function whichCode({ texts, hasEnd }: ScannedCode, isKnownOnly: boolean, recognise: Recognise): Promise<ReadCode> {
  const isSure = texts.length === 1 && !isKnownOnly;
  const known = isSure ? [] : (await recognise(texts)).map((each, at) => ({ text: texts[at] ?? '', leadsTo: leadsTo(each) }));
  const found = known.filter(({ leadsTo: place }) => place !== undefined);
  if (new Set(found.map(({ leadsTo: place }) => place)).size > 1)
    return { is: 'refused', reason: { code: 'scan-ambiguous', codes: found.map((each) => each.text) } };
  const code = found[0]?.text ?? texts[0];
  if (code === undefined || (isKnownOnly && found.length === 0))
    return { is: 'refused', reason: { code: 'scan-unreadable', why: 'not-understood' } };
  const mayBeOther = texts.some((other) => isAlike(code, other));
  return { is: 'code', code, doubt: hasEnd ? (mayBeOther ? 'layout' : undefined) : 'end' };
}

/**
 * The code of a typed text. A slow scan with a late end is in the field as this PC writes its keys. The typed text is used if the bench
 * knows it, or if it knows several of its readings or none.
 */
export async function typedCode(typed: string, typedAs: TypedAs | undefined, recognise: Recognise): Promise<string> {
  const readings = typedAs?.readings ?? [];
  if (readings.length === 0) return typed;
  const [known, ...others] = await recognise([typed, ...readings]);
  const found = readings.filter((_reading, at) => leadsTo(others[at]) !== undefined);
  return leadsTo(known) === undefined && found.length === 1 && found[0] !== undefined ? found[0] : typed;
}

const leadsTo = (known: Recognised | undefined): string | undefined => known?.orderKey ?? known?.knownAs?.is;

/** How an answer was typed, in the form for the bench. */
export const typedAsOf = ({ text, texts, isLikeScan }: TypedText): TypedAs => ({
  readings: texts.filter((each) => each !== text).slice(0, 12),
  isLikeScan,
});
