import type { ConnectionTrouble } from '../../../shared/exchange-reason.ts';
import type { TemplateFlaw } from '../../../shared/placeholders.ts';
import type { SourceReason } from '../../../shared/source-reason.ts';
import type { Sentences } from '../sentences.ts';

const flaws = {
  none: 'This is not an address. It looks like https://shop.example/orders/{number}',
  'no-number':
    'The address must contain {number} for the scanned number, after the name of the server. With a body, it may be there instead.',
  'number-in-server': 'The scanned number must not be in the name of the server.',
  'with-user': 'The address must not contain a user name or a password: the token has its own field.',
};

export const templateFlaws: Readonly<Record<TemplateFlaw['flaw'], (mark: string) => string>> = {
  'not-json': () => 'The body is not JSON. Check its quotes, commas and braces.',
  'outside-text': (mark) => `Write quotes around {${mark}}: it may only be inside a text of the JSON.`,
  'in-query': (mark) =>
    `{${mark}} must not be in the query itself, because its value could change what is asked. Use a variable, and write {${mark}} in "variables". If it is a field of the query, put spaces inside its braces.`,
  'in-name': (mark) => `{${mark}} must not be in a name of the JSON, only in a value.`,
  'list-not-alone': (mark) => `{${mark}} is a list: it must be alone between its quotes.`,
  unknown: (mark) => `{${mark}} is not a placeholder that Packbench knows here.`,
  changes: () => 'A look-up only asks. The body must not contain a mutation or a subscription.',
};

const troubles: Record<ConnectionTrouble, string> = {
  'name-not-found': 'its name was not found',
  refused: 'it refused the connection',
  cut: 'the connection was cut',
  'too-slow': 'the connection took too long',
  'no-answer': 'no answer came in time',
  'answer-stopped': 'the answer stopped in the middle',
  reserved: 'its address is reserved for the network itself, and nothing was sent there. An admin corrects it in Setup, Order sources',
  'not-secure': 'the secure connection could not be made',
  'proxy-asks': 'the proxy of this network asks for a name and a password, which an admin enters in Setup, Account',
  'proxy-refused-login': 'the proxy of this network refused its name or password, which an admin enters in Setup, Account',
  'proxy-asks-otherwise': 'the proxy of this network wants a sign-in of a kind that Packbench cannot give, such as NTLM',
  other: 'the connection failed',
};

export const queryFlaws = {
  none: 'A look-up in a database needs a query.',
  'no-select': 'The query must begin with SELECT or WITH.',
  several: 'Only one query is allowed: it contains a semicolon.',
  writes: 'The query must not write anything: it contains INTO.',
  'executed-remark': 'The query must not contain /*! … */ or /*M! … */: MySQL and MariaDB run what is in such a comment.',
  'not-only-reading':
    'The query for SQL Server must only read. It contains a word that writes, begins another statement or reaches another server (DELETE, EXEC, SET, OPENQUERY …). If the word is a name, write it in [brackets].',
  'no-number': 'The query must contain {number} for the scanned number.',
  'number-in-quotes': '{number} must not be in quotes or comments: it is passed to the database as a parameter.',
};

const facts = { address: 'addresses', state: 'states', parcels: 'parcels', other: 'details' };
const listed = (words: readonly string[]): string => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

export const sourceReasons: Sentences<SourceReason> = {
  'shop-address-wrong': ({ flaw }) => flaws[flaw],
  'shop-header-wrong': () => 'The token must be one line of plain Latin characters.',
  'template-wrong': ({ flaw, mark }) => templateFlaws[flaw](mark),
  'report-states-no-event': () =>
    'This shipment was cancelled, and the request in Setup has no {event}: it would report the shipment as sent. Cancel it in the shop by hand.',
  'plain-http-not-accepted': () =>
    'Nothing is sent over http:// until an admin accepts in Setup that others on the network can read it. Use https:// if the shop has it.',
  'number-changes-address': () => 'The shop was not asked: with this number its address would lead elsewhere.',
  'shop-answered': ({ status, message }) =>
    message ? `The shop answered HTTP ${status}: ${message}` : `The shop answered HTTP ${status}.`,
  'shop-refuses-token': ({ status }) => `The shop refuses this bench (HTTP ${status}): the token in Setup is wrong or has expired.`,
  'shop-moved': ({ status }) =>
    `The shop redirects to another address (HTTP ${status}), usually a sign-in page. Packbench does not follow it.`,
  'shop-shows-page': ({ status }) =>
    `The shop answered HTTP ${status} with a web page, usually a sign-in page: the address or the token in Setup is wrong or has expired.`,
  'shop-folder-gone': ({ folder }) =>
    `A file was being written to ${folder} when that folder became unreachable, and another folder is set up now. It is not known whether the shop got it.`,
  'shop-unreachable': ({ trouble, system }) => `The shop's server cannot be reached: ${troubles[trouble]}${system ? ` (${system})` : ''}.`,
  'shop-too-slow': ({ seconds }) => `The shop did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  'of-look-up': ({ name }) => `${name}:`,
  'look-up-name-twice': ({ name }) => `Two look-ups have the name ${name}: the name is shown as the source of their orders.`,
  'query-wrong': ({ flaw }) => queryFlaws[flaw],
  'database-not-named': () => 'A database needs a server, a name and a user.',
  'database-needs-name': () => 'The certificate of a MySQL server is compared with its name: enter the name in Setup, not an IP address.',
  'database-answered': ({ state, message }) => `The database answered: ${message}${state ? ` (${state})` : ''}`,
  'database-refuses-user': ({ message }) => `The database refuses this bench: ${message}`,
  'database-unreachable': ({ trouble, system }) => `The database cannot be reached: ${troubles[trouble]}${system ? ` (${system})` : ''}.`,
  'database-cell-unreadable': ({ column }) =>
    `A value of the column ${column} cannot be read to its last digit: write CAST(… AS nvarchar(100)) AS ${column} in the query.`,
  'database-sends-elsewhere': () =>
    'The database redirects this bench to another server. The password is only for the server in Setup. If the other server is right, enter it there.',
  'database-too-slow': ({ seconds }) => `The database did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  'too-many-rows': ({ most }) => `The query returned more than ${most} rows: it must return only those of one order.`,
  'look-up-mapping-gone': ({ mapping }) => `Its answers are read by the mapping ${mapping}, which no longer exists.`,
  'look-ups-differ': ({ order, one, other, facts: found }) =>
    `${one} and ${other} both know order ${order} and give different ${listed(found.map((fact) => facts[fact]))}.`,
  'shop-order-gone': ({ order }) => `The shop no longer has order ${order}. Look for it in the shop.`,
  'shop-keys-missing': () => 'Enter both keys of the shop.',
  'shop-key-only-reads': () =>
    'These keys may read orders, but not write tracking numbers. Create new keys in the shop with the permission Read/Write.',
  'shop-not-found': () =>
    'There is no WooCommerce at this address, or its permalinks are plain. In the shop, choose Settings → Permalinks → Post name.',
  'shopify-not-found': () => 'There is no Shopify shop at this address. It ends with .myshopify.com, as the address of the admin shows.',
  'shop-refuses-app': ({ status }) =>
    `The shop refuses this app (HTTP ${status}). Check Client ID and Client secret, and that the app is installed in this shop.`,
  'shop-hides-addresses': () =>
    'The plan of this shop gives its own apps no addresses of customers. Shopify asks for the plan Grow or higher.',
  'shop-scopes-missing': ({ scopes }) =>
    `The app lacks access scopes: ${scopes.join(', ')}. Add them to a new version of the app, and release it.`,
  'shop-refuses': ({ message }) => `The shop refuses: ${message}`,
  'shop-nothing-to-fulfil': ({ order }) =>
    `Order ${order} is already fulfilled or cancelled in the shop. Only the tracking number is missing there.`,
  'shop-answer-unknown': () => 'The shop sent an answer that Packbench cannot read. A plug-in of the shop may add text to it.',
  'shop-other-order': ({ asked, orders }) => `The shop was asked for ${asked} and answered with ${orders.join(', ')}.`,
};
