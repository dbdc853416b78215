import {
  type HttpLookUp,
  httpLookUpSchema,
  type LookUp,
  lookUpBodyFlaw,
  lookUpFlaw,
  newLookUp,
  type SqlLookUp,
  sqlLookUpSchema,
  usualPorts,
} from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import { bareName } from '../../shared/sender.ts';
import { queryFlaw } from '../../shared/sql-query.ts';

/**
 * A look-up of either kind while it is edited: its numbers may be incomplete. `token` is the new token or password: null keeps the stored
 * one, empty removes it.
 */
export interface LookUpDraft extends Omit<HttpLookUp, 'kind' | 'mostSeconds'>, Omit<SqlLookUp, 'kind' | 'mostSeconds' | 'port'> {
  readonly kind: LookUp['kind'];
  readonly seconds: string;
  readonly port: string;
  readonly token: string | null;
}

const ofDatabase = { host: '', port: '', database: '', user: '', isEncrypted: true, authority: '', query: '' };

export function asDraft({ mostSeconds, ...lookUp }: LookUp): LookUpDraft {
  const { url, body, header, acceptsPlain } = newLookUp;
  const port = 'port' in lookUp ? String(lookUp.port) : '';
  return { ...ofDatabase, url, body, header, acceptsPlain, ...lookUp, port, seconds: String(mostSeconds), token: null };
}

/** Sets the kind, and its default port if the port was empty or a default. */
export function ofKind(kind: LookUp['kind'], draft: LookUpDraft): LookUpDraft {
  const usual: readonly string[] = ['', ...Object.values(usualPorts).map(String)];
  return { ...draft, kind, ...(kind !== 'http' && usual.includes(draft.port) && { port: String(usualPorts[kind]) }) };
}

/** The look-up in its saved form. */
export function asLookUp(draft: LookUpDraft): LookUp & { readonly token: string | null } {
  const { kind, id, isOn, mapping, token } = draft;
  const own = { id, isOn, mapping, name: draft.name.trim(), mostSeconds: Number(draft.seconds), token };
  if (kind === 'http') {
    const { url, body, header, acceptsPlain } = draft;
    return { kind, ...own, url: url.trim(), body: body.trim(), header: header.trim(), acceptsPlain };
  }
  const { isEncrypted, authority, query } = draft;
  const [host, database, user] = [draft.host.trim(), draft.database.trim(), draft.user.trim()];
  return { kind, ...own, host, port: Number(draft.port), database, user, isEncrypted, authority, query };
}

const isCount = (typed: string): boolean => /^\d+$/.test(typed.trim());

/** The fields of a look-up that cannot be saved. */
export function errorsOf(draft: LookUpDraft, all: readonly LookUpDraft[]) {
  const { shape } = httpLookUpSchema;
  const name = bareName(draft.name);
  const isHttp = draft.kind === 'http';
  const url = draft.url.trim();
  const isOpen = (typed: string): boolean => !isHttp && draft.isOn && typed.trim() === '';
  return {
    name: !shape.name.safeParse(draft.name).success || all.filter((each) => bareName(each.name) === name).length > 1,
    seconds: !isCount(draft.seconds) || !shape.mostSeconds.safeParse(Number(draft.seconds)).success,
    flaw: isHttp && (draft.isOn || url) ? lookUpFlaw(url, draft.body) : undefined,
    body: isHttp ? lookUpBodyFlaw(draft.body.trim()) : undefined,
    plain: isHttp && draft.isOn && !draft.acceptsPlain && isPlainBeyond(url),
    header: isHttp && !shape.header.safeParse(draft.header.trim()).success,
    host: isOpen(draft.host),
    port: !isHttp && (!isCount(draft.port) || !sqlLookUpSchema.shape.port.safeParse(Number(draft.port)).success),
    database: isOpen(draft.database),
    user: isOpen(draft.user),
    query: draft.kind !== 'http' && (draft.isOn || draft.query) ? queryFlaw(draft.query, draft.kind) : undefined,
  };
}
export type LookUpErrors = ReturnType<typeof errorsOf>;

export const countOf = (errors: LookUpErrors): number => Object.values(errors).filter(Boolean).length;
