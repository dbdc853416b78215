import type { Frame } from '../../../shared/bench.ts';
import { wholeNumber } from '../format.ts';
import { privacy } from './privacy.ts';

const listOf = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${wholeNumber(count)} ${many}`);

/** Words that people search for and that stand nowhere on the tab. */
const also = {
  steps: 'begin start help',
  account: 'key secret connect sandbox training live environment',
  sender: 'address return company from',
  boxes: 'size package empty weight',
  defaults: 'customs driver time',
  plan: 'limit month shipments',
  rules: 'cheapest automatic insure courier service packing slip pdf gift',
  webhooks: 'status messages delivery push',
  printers: 'zebra label size network queue dpi',
  papers: 'pages invoice receipt copy',
  shop: 'shopify woocommerce connect orders web shop',
  mappings: 'csv excel columns import hot folder',
  sources: 'database sql api look up shop orders',
  writeBack: 'tracking number fulfilment report shop',
  bench: 'pin sound backup recovery code data key packer',
  reprints: 'print again label damaged lost week list',
  people: 'badge pin role packer shift lead admin sign in lock user rights',
  privacy: privacy.also,
  benches: 'several computers site shared database join',
  scanner: 'keyboard layout prefix enter calibrate',
  commands: 'bar codes print keys',
  support: 'log help error fault report version about',
} as const;

/** The start page of Setup. */
export const setupHome = {
  also,
  all: 'All of Setup',
  home: {
    find: 'Find a setting',
    foundTitle: 'Settings that match',
    found: (count: number) => (count === 0 ? 'No setting matches. Try another word.' : counted(count, 'setting', 'settings')),
    needed: 'Only the first three are needed to ship.',
    status: (count: number) => (count === 0 ? 'Nothing to do' : `${counted(count, 'thing needs', 'things need')} you`),
    doors: { service: 'Service', bench: 'This bench', shop: 'Your shop', more: 'More' },
    open: (tab: string) => `Open ${tab}`,
    badges: { todo: 'To do', done: 'Nothing to do' },
    places: (door: string) => `Settings: ${door}`,
    none: {
      service: 'Nothing to do.',
      bench: 'Nothing to do.',
      shop: 'Nothing to do. Orders come as you set it up here.',
      more: 'What a bench rarely needs.',
    },
    services: {
      rejected: 'The service refuses the key of this bench. Nothing can be bought.',
      'not-connected': 'No account is connected. Nothing can be bought.',
      unreachable: 'The service does not answer now. Packbench tries again.',
      linked: '',
      'not-tried': '',
    } satisfies Record<Frame['service'], string>,
    webhooksBlocked: 'Webhooks cannot arrive.',
    computer: 'An administrator has to look at this computer.',
    backup: 'No backup can be made. A broken disk would lose the bookings.',
    witness: 'Data restored from a backup would not be detected.',
    step: (name: string) => `${name}: not done yet.`,
    recovery: 'There is no recovery code. A broken computer would lock the data for good.',
    keyChange: 'The old key of the data still opens something.',
    shops: {
      folder: 'Files in the watched folder need attention.',
      report: 'Shipments cannot be reported to the shop.',
      lookUp: (name: string) => `${name} gave no order at the last look-up.`,
      push: 'Orders cannot be sent here.',
    },
    now: {
      training: 'Training needs no account',
      key: (key: string) => `Key ${key}`,
      noKey: 'No account yet',
      plan: (count: number, limit: number | null) =>
        limit === null
          ? `${counted(count, 'shipment', 'shipments')} this month, no limit`
          : `${wholeNumber(count)} of ${wholeNumber(limit)} this month`,
      off: 'Off',
      on: 'On',
      printers: (names: readonly string[]) => listOf(names) || 'No label printer is chosen',
      boxes: (names: readonly string[]) => listOf(names) || 'None',
      reprints: 'The list of the week',
      people: (names: readonly string[]) => listOf(names) || 'Nobody signs in',
      noSender: 'Not entered yet',
      scanner: { true: 'Measured', false: 'Not measured yet' },
      bench: (name: string, packer: string) => [name, packer].filter(Boolean).join(', '),
      forms: (count: number) => (count === 0 ? 'As usual' : `${counted(count, 'kind of page', 'kinds of page')} decided`),
      alone: 'This bench works alone',
      folder: (path: string) => `Watches ${path}`,
      mappings: (count: number) => (count === 0 ? 'Dropped on Orders' : counted(count, 'mapping', 'mappings')),
      reports: { file: 'Files', http: 'HTTP', shop: 'Web shop' },
      noShop: 'None is connected',
      noReport: 'The shop is not informed',
      lookUps: (names: readonly string[]) => (names.length === 0 ? 'No shop is asked' : `Asks ${listOf(names)}`),
      rules: (count: number) => (count === 0 ? 'None yet. You choose each service.' : counted(count, 'rule', 'rules')),
      defaults: 'For orders that lack a value',
      commands: 'Bar codes that work like keys',
      support: 'A file for the person who helps you',
      steps: 'Until the first label',
      joined: 'Shares its orders',
    },
  },
} as const;
