import type { Wrong } from '../wrong.ts';

interface MirrorWrong extends Wrong {
  readonly matches: RegExp;
}

/** Bugs that strangers who send parcels and orders must find. */
export const wrongs: readonly MirrorWrong[] = [
  {
    title: 'whatever another bench packed is taken as it is',
    matches: /it broke/,
    edits: [
      {
        file: 'electron/ledger/pack.ts',
        find: 'return schema.safeParse(JSON.parse(inflateRawSync(packed, { maxOutputLength }).toString())).data;',
        replace: 'return JSON.parse(inflateRawSync(packed, { maxOutputLength }).toString());',
      },
    ],
  },
  {
    title: 'what may be booked elsewhere is reported to be booked',
    matches: /is reported to be booked/,
    edits: [
      { file: 'electron/journal/mirror.ts', find: "const stands = `state = 'booked'`;", replace: "const stands = `state <> 'released'`;" },
    ],
  },
  {
    title: 'what was reported once is forgotten with the next change',
    matches: /is not known/,
    edits: [
      {
        file: 'electron/journal/mirror.ts',
        find: 'encrypted = coalesce(excluded.encrypted, mirror_parcels.encrypted)',
        replace: 'encrypted = excluded.encrypted',
      },
    ],
  },
  {
    title: 'one order in another form ends the hearing of all',
    matches: /it broke|it stands at/,
    edits: [{ file: 'electron/journal/shared-orders.ts', find: 'if (content === undefined) {', replace: 'if (false) {' }],
  },
  {
    title: 'an order stays as it was read last, whatever another bench made of it since',
    matches: /may be shipped/,
    edits: [{ file: 'electron/journal/shared-orders.ts', find: 'unread.mark(received);', replace: '' }],
  },
];
