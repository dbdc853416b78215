import type { ResolveItem } from '../../shared/ipc.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Arrow } from '../ui/roving-cards.ts';
import { keyOf } from './entry-key.ts';

type Kind = Exclude<ResolveItem['kind'], 'item-unreadable'>;

/** The groups of the screen, most urgent first, each with its icon. */
export const groups = [
  { id: 'money', icon: 'money' },
  { id: 'papers', icon: 'printer' },
  { id: 'shop', icon: 'shop' },
] as const satisfies readonly { id: string; icon: IconName }[];
export type Group = (typeof groups)[number]['id'];

/** An order that changed after its purchase is in the first group: its label is paid, and its parcel may already be on its way. */
const groupOfKind: Readonly<Record<Kind, Group>> = {
  'journal-restored': 'money',
  'booking-on-its-way': 'money',
  'booking-unknown': 'money',
  'pickup-unknown': 'money',
  'changed-too-late': 'money',
  'print-unconfirmed': 'papers',
  'label-doubtful': 'papers',
  'paper-due': 'papers',
  'upload-open': 'papers',
  'put-aside': 'papers',
  'row-unreadable': 'shop',
  'webhook-not-understood': 'shop',
  'shop-not-informed': 'shop',
};

/** An entry that cannot be read stays in the group of its kind. */
export const groupOf = (item: ResolveItem): Group => groupOfKind[item.kind === 'item-unreadable' ? item.of : item.kind];

/** Every entry in the order of the screen: group by group, and as listed within its group. */
export const inGroups = (items: readonly ResolveItem[]): readonly ResolveItem[] =>
  groups.flatMap(({ id }) => items.filter((item) => groupOf(item) === id));

/** The entry that an arrow key leads to: up and down by one entry, left and right to the first entry of the group beside it. */
export function besideOf(items: readonly ResolveItem[], from: string, arrow: Arrow): ResolveItem | undefined {
  const at = items.findIndex((item) => keyOf(item) === from);
  if (arrow === 'ArrowDown') return items[at + 1];
  if (arrow === 'ArrowUp') return items[at - 1];
  const here = items[at];
  if (!here) return items[0];
  const order: readonly Group[] = groups.map(({ id }) => id);
  const place = order.indexOf(groupOf(here));
  const others = arrow === 'ArrowRight' ? order.slice(place + 1) : order.slice(0, place).toReversed();
  return others.map((id) => items.find((item) => groupOf(item) === id)).find((item) => item !== undefined);
}
