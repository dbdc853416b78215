import { isLastOfKey } from '../../electron/bench/ship/key-lease-rules.ts';

// Two benches each buy a parcel with one key of a service that books the price asked last. Covers every order in which they may take the
// key lease, ask, wait, ask again, buy, crash and sleep.

/** Possible faults and how often each may occur. */
export interface TurnFaults {
  readonly crash?: number;
  /** The bench with the lease sleeps until it has expired. */
  readonly sleep?: number;
  /** The end of a lease does not reach the ledger: the lease expires by itself. */
  readonly unheard?: number;
  /** A request for a price that no bench waits for any more reaches the service at any later time. */
  readonly late?: number;
}

/** A rule that may be left out, to see what it is for. */
export type TurnRule = 'a price takes a turn' | 'asked again' | 'a price leaves in time' | 'a purchase leaves in time';

export interface ExploredTurns {
  readonly states: number;
  /** Parcels bought at the price of the other parcel, which means the other parcel was bought. */
  readonly swapped: number;
  readonly stuck: number;
  /** Steps to the first error. */
  readonly path: readonly string[];
}

interface Bench {
  at: 'idle' | 'has-turn' | 'asked' | 'priced' | 'has-turn-to-buy' | 'asked-again' | 'may-buy' | 'buying' | 'bought';
  /** The bench's lease, from the ledger's answer. */
  lease: { readonly id: string; readonly before: string | null } | null;
  /** Lease in which the bench asked last. */
  askedIn: string;
  isInTime: boolean;
  turns: number;
}

interface World {
  readonly benches: Bench[];
  /** The lease in the ledger. */
  lease: { id: string; bench: number; isOver: boolean; age: number } | null;
  /** The bench whose price the service was asked last. */
  last: number | null;
  /** Requests for prices on their way that no bench waits for. */
  late: number[];
  swapped: boolean;
  readonly left: Required<{ -readonly [name in keyof TurnFaults]: number }>;
}

type Step = readonly [name: string, act: (world: World, bench: Bench) => void];
const step = (...named: Step): Step => named;

const mostTurns = 4;
const newBench = (): Bench => ({ at: 'idle', lease: null, askedIn: '', isInTime: false, turns: 0 });

export function exploreTurns(faults: TurnFaults, without: ReadonlySet<TurnRule> = new Set()): ExploredTurns {
  const has = (rule: TurnRule): boolean => !without.has(rule);

  function take(world: World, number: number, at: Bench['at']): void {
    const bench = world.benches[number] as Bench;
    bench.turns += 1;
    bench.lease = { id: `${'AB'[number]}${bench.turns}`, before: world.lease?.id ?? null };
    world.lease = { id: bench.lease.id, bench: number, isOver: false, age: 0 };
    bench.isInTime = true;
    bench.at = at;
  }

  function end(world: World, bench: Bench): void {
    if (world.lease && world.lease.id === bench.lease?.id) world.lease.isOver = true;
    bench.lease = null;
  }

  function* ofBench(now: World, number: number): Generator<Step> {
    const bench = now.benches[number] as Bench;
    const isFree = now.lease === null || now.lease.isOver || now.lease.bench === number;
    const isTooLateToAsk = !bench.isInTime && has('a price leaves in time');
    const mayTake = isFree && bench.turns < mostTurns;
    const endings = (to: Bench['at'], what: string): readonly Step[] => [
      [`${what}, and ends its turn`, (world, it) => ((it.at = to), end(world, it))],
      ...(now.left.unheard > 0
        ? [
            [
              `${what}, and nobody hears that its turn ended`,
              (world: World, it: Bench) => ((world.left.unheard -= 1), (it.at = to), (it.lease = null)),
            ] as const,
          ]
        : []),
    ];
    const ask = (world: World, it: Bench): void => {
      world.last = number;
      it.askedIn = it.lease?.id ?? '';
    };
    switch (bench.at) {
      case 'idle':
        if (!has('a price takes a turn')) yield ['asks without a turn', (world, it) => (ask(world, it), (it.at = 'priced'))];
        else if (mayTake) yield ['takes the turn', (world) => take(world, number, 'has-turn')];
        break;
      case 'has-turn':
        if (isTooLateToAsk) yield ['is too late to ask', (world, it) => ((it.at = 'idle'), end(world, it))];
        else yield ['asks', (world, it) => (ask(world, it), (it.at = 'asked'))];
        if (now.left.late > 0 && !isTooLateToAsk)
          yield [
            'asks, and stops waiting',
            (world, it) => ((world.left.late -= 1), world.late.push(number), (it.at = 'idle'), end(world, it)),
          ];
        break;
      case 'asked':
        yield* endings('priced', 'has its price');
        break;
      case 'priced':
        if (mayTake) yield ['takes the turn to buy', (world) => take(world, number, 'has-turn-to-buy')];
        break;
      case 'has-turn-to-buy':
        if (!has('asked again') || isLastOfKey(bench.askedIn, bench.lease ?? undefined))
          yield ['knows that its price is the last', (_, it) => void (it.at = 'may-buy')];
        else if (isTooLateToAsk) yield ['is too late to ask again', (world, it) => ((it.at = 'priced'), end(world, it))];
        else yield ['asks again', (world, it) => (ask(world, it), (it.at = 'asked-again'))];
        break;
      case 'asked-again':
        yield ['has its price again', (_, it) => void (it.at = 'may-buy')];
        break;
      case 'may-buy':
        if (bench.isInTime || !has('a purchase leaves in time')) yield ['BUYS', (_, it) => void (it.at = 'buying')];
        else yield ['is too late to buy', (world, it) => (end(world, it), (it.at = 'priced'))];
        break;
      case 'buying':
        yield step('is answered', (world, it) => {
          world.swapped ||= world.last !== number;
          it.at = 'bought';
          end(world, it);
        });
        break;
      case 'bought':
        break;
    }
    // A request sent in the first two thirds of a lease has arrived by its end.
    if (bench.lease && bench.at !== 'buying' && now.left.sleep > 0)
      yield step('sleeps until its turn has run out', (world, it) => {
        world.left.sleep -= 1;
        it.isInTime = false;
        if (world.lease?.id === it.lease?.id && world.lease) world.lease.isOver = true;
      });
    if (bench.at !== 'idle' && bench.at !== 'bought' && bench.at !== 'buying' && now.left.crash > 0)
      yield ['crashes', (world, it) => ((world.left.crash -= 1), (it.at = 'idle'), (it.lease = null), (it.askedIn = ''))];
  }

  function* stepsOf(now: World): Generator<readonly [string, (world: World) => void]> {
    for (const number of [0, 1])
      for (const [name, act] of ofBench(now, number))
        yield [`${'AB'[number]} ${name}`, (world) => act(world, world.benches[number] as Bench)];
    for (const [index, number] of now.late.entries())
      yield [
        `the price of ${'AB'[number]} that nobody waits for arrives`,
        (world) => {
          world.last = number;
          world.late.splice(index, 1);
        },
      ];
    const { lease } = now;
    if (lease && !lease.isOver && now.benches[lease.bench]?.lease?.id !== lease.id)
      yield [`the lease ${lease.id} expires before it is ended`, (world) => void (world.lease && (world.lease.isOver = true))];
  }

  const left = { crash: 0, sleep: 0, unheard: 0, late: 0, ...faults };
  const first: World = { benches: [newBench(), newBench()], lease: null, last: null, late: [], swapped: false, left };
  const start = JSON.stringify(first);
  const seen = new Map<string, readonly [string, string] | null>([[start, null]]);
  let [swapped, stuck] = [0, 0];
  let wrong: string | undefined;
  for (const state of seen.keys()) {
    const now = JSON.parse(state) as World;
    if (now.swapped) {
      swapped += 1;
      wrong ??= state;
      continue;
    }
    let moves = 0;
    for (const [name, act] of stepsOf(now)) {
      moves += 1;
      const world = JSON.parse(state) as World;
      act(world);
      const after = JSON.stringify(world);
      if (!seen.has(after)) seen.set(after, [state, name]);
    }
    const isOver = now.benches.every(({ at, turns }) => at === 'bought' || turns === mostTurns);
    if (moves === 0 && !isOver) {
      stuck += 1;
      wrong ??= state;
    }
  }
  const path: string[] = [];
  for (let at = wrong && seen.get(wrong); at; at = seen.get(at[0])) path.unshift(at[1]);
  return { states: seen.size, swapped, stuck, path };
}
