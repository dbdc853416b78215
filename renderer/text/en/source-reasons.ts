import type { ConnectionTrouble } from '../../../shared/exchange-reason.ts';
import type { SourceReason } from '../../../shared/source-reason.ts';
import type { Sentences } from '../sentences.ts';

const flaws = {
  none: 'This is not an address. It looks like https://shop.example/orders/{number}',
  'no-number': 'The address must say where the scanned number goes: write {number} there, behind the name of the server.',
  'number-in-server': 'The scanned number must not stand in the name of the server.',
  'with-user': 'The address must not hold a user name or a password: the token has a field of its own.',
};

const troubles: Record<ConnectionTrouble, string> = {
  'name-not-found': 'its name was not found',
  refused: 'it refused the connection',
  cut: 'the connection was cut',
  'too-slow': 'the connection took too long',
  'no-answer': 'no answer came in time',
  'answer-stopped': 'the answer stopped in the middle',
  'not-secure': 'the secure connection could not be made',
  'proxy-asks': 'the proxy of this network asks for a name and a password, which an admin enters in Setup, Account',
  'proxy-refused-login': 'the proxy of this network refused its name or password, which an admin enters in Setup, Account',
  'proxy-asks-otherwise': 'the proxy of this network wants a sign-in of a kind that Packbench cannot give, such as NTLM',
  other: 'the connection failed',
};

export const queryFlaws = {
  none: 'A look-up in a database needs a query.',
  'no-select': 'The query must begin with SELECT or WITH.',
  several: 'Only one query can be asked: a semicolon stands in it.',
  writes: 'The query must not write anything: INTO stands in it.',
  'executed-remark': 'The query must not hold /*! … */ or /*M! … */: MySQL and MariaDB run what stands in such a remark.',
  'not-only-reading':
    'SQL Server is asked one query that reads: a word stands in it that writes, begins another statement or reaches another server (DELETE, EXEC, SET, OPENQUERY …). Where it is a name, write it in [brackets].',
  'no-number': 'The query must say where the scanned number goes: write {number} there.',
  'number-in-quotes': '{number} must stand without quotes, and outside remarks: it is handed to the database beside the query.',
};

const facts = { address: 'address', state: 'state', parcels: 'parcels', other: 'other details' };

export const sourceReasons: Sentences<SourceReason> = {
  'shop-address-wrong': ({ flaw }) => flaws[flaw],
  'shop-header-wrong': () => 'The token must be one line of plain Latin letters and signs.',
  'plain-http-not-accepted': () =>
    'Nothing is sent over http:// until the admin accepts in Setup that others on the network can read it. Use https:// if the shop has it.',
  'number-changes-address': () => 'The shop was not asked: with this number its address would lead elsewhere.',
  'shop-says': ({ status, said }) => (said ? `The shop answered HTTP ${status}: ${said}` : `The shop answered HTTP ${status}.`),
  'shop-refuses-token': ({ status }) =>
    `The shop does not let this bench in (HTTP ${status}): the token in Setup is not, or no longer, right.`,
  'shop-moved': ({ status }) => `The shop sends elsewhere (HTTP ${status}), mostly to a page for signing in. Nothing is sent after it.`,
  'shop-shows-page': ({ status }) =>
    `The shop answered HTTP ${status} with a web page, mostly one for signing in: the address or the token in Setup is not, or no longer, right.`,
  'shop-folder-gone': ({ folder }) =>
    `A file was being laid into ${folder} when that folder went away, and another one is set up now. Whether the shop got it is not known.`,
  'shop-unreachable': ({ trouble, system }) => `The shop's server cannot be reached: ${troubles[trouble]}${system ? ` (${system})` : ''}.`,
  'shop-too-slow': ({ seconds }) => `The shop did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  'of-look-up': ({ name }) => `${name}:`,
  'look-up-name-twice': ({ name }) => `Two look-ups are called ${name}: the name stands as the source of their orders.`,
  'query-wrong': ({ flaw }) => queryFlaws[flaw],
  'database-not-named': () => 'A database needs its server, its name and a user.',
  'database-needs-name': () => 'The certificate of a MySQL server is compared with its name: write that in Setup, no number.',
  'database-says': ({ state, said }) => `The database answered: ${said}${state ? ` (${state})` : ''}`,
  'database-refuses-user': ({ said }) => `The database does not let this bench in: ${said}`,
  'database-unreachable': ({ trouble, system }) => `The database cannot be reached: ${troubles[trouble]}${system ? ` (${system})` : ''}.`,
  'database-cell-unreadable': ({ column }) =>
    `A value of the column ${column} cannot be read to its last digit: write CAST(… AS nvarchar(100)) AS ${column} in the query.`,
  'database-sends-elsewhere': () =>
    'The database sends this bench on to another server. The password is for the one in Setup alone: name the other one there if it is right.',
  'database-too-slow': ({ seconds }) => `The database did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  'too-many-rows': ({ most }) => `The query answered with more than ${most} rows: it is to answer with those of one order.`,
  'look-up-mapping-gone': ({ mapping }) => `Its answers are read by the mapping ${mapping}, which is not there any more.`,
  'look-ups-differ': ({ order, one, other, facts: found }) =>
    `${one} and ${other} both know order ${order} and differ in its ${found.map((fact) => facts[fact]).join(', ')}.`,
  'shop-other-order': ({ asked, orders }) => `The shop was asked for ${asked} and answered with ${orders.join(', ')}.`,
};
