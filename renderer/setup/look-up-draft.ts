import { type LookUp, lookUpFlaw, lookUpSchema } from '../../shared/order-source.ts';
import { bareName } from '../../shared/sender.ts';

/** A look-up as it is typed: its seconds may be no number yet, and `token` is what was typed over the one that is kept. */
export interface LookUpDraft extends Omit<LookUp, 'mostSeconds'> {
  readonly seconds: string;
  readonly token: string;
}

export const asDraft = ({ mostSeconds, ...lookUp }: LookUp): LookUpDraft => ({ ...lookUp, seconds: String(mostSeconds), token: '' });

/** As it is saved. An empty token leaves the one that is kept. */
export const asLookUp = ({ seconds, token, ...draft }: LookUpDraft): LookUp & { readonly token: string | null } => ({
  ...draft,
  name: draft.name.trim(),
  url: draft.url.trim(),
  header: draft.header.trim(),
  mostSeconds: Number(seconds),
  token: token === '' ? null : token,
});

/** Which fields of one of these cannot be saved. */
export function wrongsOf(draft: LookUpDraft, all: readonly LookUpDraft[]) {
  const { shape } = lookUpSchema;
  const url = draft.url.trim();
  const name = bareName(draft.name);
  return {
    name: !shape.name.safeParse(draft.name).success || all.filter((each) => bareName(each.name) === name).length > 1,
    flaw: draft.isOn || url ? lookUpFlaw(url) : undefined,
    header: !shape.header.safeParse(draft.header.trim()).success,
    seconds: !/^\d+$/.test(draft.seconds.trim()) || !shape.mostSeconds.safeParse(Number(draft.seconds)).success,
  };
}
export type LookUpWrongs = ReturnType<typeof wrongsOf>;

export const countOf = (wrongs: LookUpWrongs): number => Object.values(wrongs).filter(Boolean).length;
