import { marked, type Token, type Tokens } from 'marked';
import backupAndRestore from '../../docs/manual/backup-and-restore.md?raw';
import connectAccount from '../../docs/manual/connect-account.md?raw';
import connectShopify from '../../docs/manual/connect-shopify.md?raw';
import connectWooCommerce from '../../docs/manual/connect-woocommerce.md?raw';
import endOfDay from '../../docs/manual/end-of-day.md?raw';
import everyDay from '../../docs/manual/every-day.md?raw';
import firstParcel from '../../docs/manual/first-parcel.md?raw';
import manyBenches from '../../docs/manual/many-benches.md?raw';
import manyOrders from '../../docs/manual/many-orders.md?raw';
import orderFilesAndShops from '../../docs/manual/order-files-and-shops.md?raw';
import peopleAndRoles from '../../docs/manual/people-and-roles.md?raw';
import peoplesData from '../../docs/manual/peoples-data.md?raw';
import printers from '../../docs/manual/printers.md?raw';
import reference from '../../docs/manual/reference.md?raw';
import rules from '../../docs/manual/rules.md?raw';
import support from '../../docs/manual/support.md?raw';
import whenItSaysStop from '../../docs/manual/when-it-says-stop.md?raw';
import type { Workflow } from '../../shared/bench.ts';
import type { Screen, SetupTab } from '../screens.ts';
import { signalOfWorkflow } from '../ship/signal.ts';

/** Reader of a page; an empty list means everyone. */
export type Reader = 'packer' | 'lead' | 'admin';

interface Written {
  readonly source: string;
  readonly readers: readonly Reader[];
}

/** The pages in order, by file name. */
const written = {
  'first-parcel': { source: firstParcel, readers: [] },
  'every-day': { source: everyDay, readers: ['packer'] },
  'when-it-says-stop': { source: whenItSaysStop, readers: ['packer', 'lead'] },
  'end-of-day': { source: endOfDay, readers: ['packer', 'lead'] },
  'many-orders': { source: manyOrders, readers: ['lead'] },
  'connect-account': { source: connectAccount, readers: ['admin'] },
  'connect-shopify': { source: connectShopify, readers: ['admin'] },
  'connect-woocommerce': { source: connectWooCommerce, readers: ['admin'] },
  printers: { source: printers, readers: ['admin'] },
  'order-files-and-shops': { source: orderFilesAndShops, readers: ['admin'] },
  rules: { source: rules, readers: ['admin'] },
  'people-and-roles': { source: peopleAndRoles, readers: ['admin'] },
  'peoples-data': { source: peoplesData, readers: ['admin'] },
  'many-benches': { source: manyBenches, readers: ['admin'] },
  'backup-and-restore': { source: backupAndRestore, readers: ['admin'] },
  support: { source: support, readers: [] },
  reference: { source: reference, readers: [] },
} as const satisfies Readonly<Record<string, Written>>;

export type PageName = keyof typeof written;

export interface ManualPage {
  readonly name: PageName;
  readonly title: string;
  readonly readers: readonly Reader[];
  readonly body: readonly Token[];
}

const isTitle = (token: Token): token is Tokens.Heading => token.type === 'heading' && (token as Tokens.Heading).depth === 1;

export const manualPages: readonly ManualPage[] = (Object.keys(written) as PageName[]).map((name) => {
  const { source, readers } = written[name];
  const tokens = marked.lexer(source);
  return { name, title: tokens.find(isTitle)?.text ?? name, readers, body: tokens.filter((token) => !isTitle(token)) };
});

const pageOfScreen: Readonly<Record<Exclude<Screen, 'ship' | 'setup'>, PageName>> = {
  orders: 'order-files-and-shops',
  pickup: 'end-of-day',
  track: 'end-of-day',
  resolve: 'when-it-says-stop',
};

/** Setup tabs with a page of their own. The page for the other tabs is `connect-account`. */
const pageOfTab: Readonly<Partial<Record<SetupTab, PageName>>> = {
  rules: 'rules',
  printers: 'printers',
  papers: 'printers',
  shop: 'connect-shopify',
  mappings: 'order-files-and-shops',
  sources: 'order-files-and-shops',
  writeBack: 'order-files-and-shops',
  bench: 'backup-and-restore',
  reprints: 'end-of-day',
  people: 'people-and-roles',
  privacy: 'peoples-data',
  benches: 'many-benches',
  webhooks: 'reference',
  scanner: 'reference',
  commands: 'reference',
  support: 'support',
};

/** The page about the open screen: on Ship it depends on the parcel in hand, in Setup on the open tab. */
export function pageOf(screen: Screen, workflow: Workflow, tab: SetupTab | null): PageName {
  if (screen === 'setup') return (tab && pageOfTab[tab]) ?? 'connect-account';
  if (screen === 'ship') return signalOfWorkflow(workflow) === 'stop' ? 'when-it-says-stop' : 'every-day';
  return pageOfScreen[screen];
}
