import { afterAsking, afterGrant, atStart, beforeAgreeing } from '../../electron/bench/exchange/attempt-rules.ts';
import type { Outcome } from '../../shared/attempt.ts';
import { agree, claim, close, closeAgain, emptyLedger, giveUp, type ModelLedger, report, send } from './model-ledger.ts';

// Two benches that want the same orders, their ledger, and everything that may go wrong between them, in every possible order. The benches
// follow the same rules as the program's exchange with the ledger.

/** Possible faults and how often each may occur. */
export interface ExploredFaults {
  readonly crash?: number;
  /** A journal is restored from a backup taken at its intent. */
  readonly putBack?: number;
  /** A bench stops waiting for an answer. */
  readonly timeout?: number;
  /** Packets of a bench that crashed or gave up still arrive. */
  readonly late?: number;
  /** The service refuses. */
  readonly reject?: number;
  /** A shift lead sees that nothing was bought and releases an attempt. */
  readonly lead?: number;
  /** The service books so late that a shift lead who looks sees nothing: then only what the ledger knew counts as doubled. */
  readonly slow?: number;
  /** A standby takes over that did not receive everything. */
  readonly failOver?: number;
  /** A person at the first bench ships an order without a label. */
  readonly close?: number;
}

/** A rule that may be left out, to see what it is for. */
export type ExploredRule = 'tombstone' | 'witness' | 'deadline' | 'freeze' | 'outrank' | 'era' | 'all orders' | 'closed' | 'closed again';

/** The shipments that each of the two benches may try, with their orders. */
export type ExploredShipments = readonly [a: readonly (readonly string[])[], b: readonly (readonly string[])[]];
const oneOrder: ExploredShipments = [[['order']], [['order']]];
/** One bench ships two orders together, the other ships each of them alone. */
export const twoOrders: ExploredShipments = [[['1', '2']], [['1'], ['2']]];

export interface Explored {
  readonly states: number;
  readonly isWhole: boolean;
  readonly doubled: number;
  readonly lost: number;
  readonly stuck: number;
  /** Steps to the first error. */
  readonly path: readonly string[];
}

interface Call {
  readonly is: 'claim' | 'send';
  readonly id: string;
  readonly era: number;
  /** The ledger's answer; absent until the ledger was asked. */
  answer?: 'granted' | 'refused' | 'frozen';
}

type Fact = readonly [id: string, what: Outcome];

interface Bench {
  isUp: boolean;
  at: 'idle' | 'claiming' | 'asking-to-send' | 'may-send' | 'under-way' | 'sent';
  current: string;
  tries: number;
  /** State of each attempt in the bench's journal. */
  readonly stands: Record<string, 'intent' | Outcome>;
  facts: Fact[];
  acknowledged: number;
  calls: Call[];
  era: number;
  /** True if the bench has to greet the ledger before it asks for anything. */
  isShut: boolean;
  /** True while the bench's permission to send has not expired. */
  isInTime: boolean;
  /** Orders that were closed here. */
  readonly closed: string[];
}

interface World {
  ledger: ModelLedger;
  /** Facts of each bench that the ledger has. */
  reported: Fact[][];
  /** The standby's copy of the ledger and its facts once replication has stopped. */
  standby: { readonly ledger: ModelLedger; readonly reported: Fact[][] } | null;
  readonly benches: Bench[];
  /** How often each order was bought, or left without a label. */
  readonly bought: Record<string, number>;
  /** True if a bench was allowed to send although the ledger knew that the other's attempt was booked. */
  wasKnown: boolean;
  readonly left: Required<{ -readonly [name in keyof ExploredFaults]: number }>;
  /** Age of an attempt: 1 past its permission to send, 2 past the time that a shift lead has to wait. */
  readonly ages: Record<string, number>;
}

const both = [0, 1];
const open: ReadonlySet<string> = new Set(['intent', 'sending', 'unknown', 'booked']);
const noFaults = { crash: 0, putBack: 0, timeout: 0, late: 0, reject: 0, lead: 0, slow: 0, failOver: 0, close: 0 };

/** An attempt is named after its bench, its try and its orders. */
const ordersOf = (id: string): readonly string[] => id.slice(id.indexOf(' ') + 1).split('+');
const areRivals = (id: string, other: string): boolean => ordersOf(id).some((order) => ordersOf(other).includes(order));

function buy({ bought }: World, { current }: Bench): void {
  for (const order of ordersOf(current)) bought[order] = (bought[order] ?? 0) + 1;
}

const newBench = (): Bench => ({
  isUp: true,
  at: 'idle',
  current: '',
  tries: 0,
  stands: {},
  facts: [],
  acknowledged: 0,
  calls: [],
  era: 0,
  isShut: false,
  isInTime: false,
  closed: [],
});

function become(bench: Bench, id: string, what: Outcome): void {
  bench.stands[id] = what;
  bench.facts.push([id, what]);
}

const doubt = (bench: Bench, id: string): void => {
  if (bench.stands[id] === 'intent') become(bench, id, 'sending');
  become(bench, id, 'unknown');
};

const isPrefix = (reported: readonly Fact[], facts: readonly Fact[]): boolean =>
  JSON.stringify(facts.slice(0, reported.length)) === JSON.stringify(reported);

/** A step: its name, and its effect on a copy of the world. The effect returns false if nothing changes. */
type Step = readonly [name: string, act: (world: World) => boolean | void];
const step = (...named: Step): Step => named;

/** Tries every order of everything, shortest first, until there are no new states or too many. */
export function explore(
  faults: ExploredFaults,
  {
    without = new Set<ExploredRule>(),
    mostStates = 200_000,
    untilWrong = false,
    shipments = oneOrder,
    tries = [2, 2] as readonly number[],
  } = {},
): Explored {
  const has = (rule: ExploredRule): boolean => !without.has(rule);
  const asked = (id: string) => ({ id, slots: has('all orders') ? ordersOf(id) : ordersOf(id).slice(0, 1) });
  const mayComeLate = (faults.late ?? 0) > 0;

  function takeBack(bench: Bench, id: string): void {
    bench.at = 'idle';
    become(bench, id, 'released');
  }

  function shutOut(bench: Bench): void {
    bench.era += 1;
    bench.isShut = true;
  }

  function stopWaiting(bench: Bench): void {
    shutOut(bench);
    takeBack(bench, bench.current);
  }

  function reportNext(world: World, number: number): void {
    const fact = world.benches[number]?.facts[world.reported[number]?.length ?? 0];
    if (!fact) return;
    world.reported[number]?.push(fact);
    report(world.ledger, number, asked(fact[0]), fact[1], without);
  }

  function greet(world: World, number: number): boolean {
    const bench = world.benches[number] as Bench;
    const { ledger } = world;
    if (!isPrefix(world.reported[number] ?? [], bench.facts)) startOver(world, number);
    if (has('freeze') && bench.acknowledged > (world.reported[number]?.length ?? 0)) {
      ledger.isFrozen = true;
      ledger.agreed = [];
    }
    if (ledger.isFrozen) {
      if (ledger.agreed.includes(number)) return false;
      replay(world, number);
      if (ledger.isFrozen) return true;
    }
    while ((world.reported[number]?.length ?? 0) < bench.facts.length) reportNext(world, number);
    bench.acknowledged = bench.facts.length;
    for (const [id, stands] of Object.entries(bench.stands)) {
      if (stands !== 'intent' || isUnderWay(bench, id)) continue;
      const answer = giveUp(ledger, number, asked(id));
      const next = afterAsking(answer === 'frozen' ? undefined : answer);
      if (next === 'take-back') takeBack(bench, id);
      else if (next === 'unknown') doubt(bench, id);
    }
    bench.isShut = false;
    return true;
  }

  const isUnderWay = (bench: Bench, id: string): boolean => bench.at !== 'idle' && bench.current === id;

  function startOver(world: World, number: number): void {
    const bench = world.benches[number] as Bench;
    for (const [id, stands] of Object.entries(bench.stands)) if (stands === 'intent' || stands === 'sending') doubt(bench, id);
    bench.facts = Object.entries(bench.stands).flatMap(([id, stands]): Fact[] =>
      stands !== 'intent' && open.has(stands) ? [[id, stands]] : [],
    );
    bench.acknowledged = 0;
    world.reported[number] = [];
    for (const [id, each] of Object.entries(world.ledger.attempts)) {
      if (each.bench !== number) continue;
      if (each.state === 'held') each.state = 'released';
      if (each.state === 'sending') each.state = 'unknown';
      world.ages[id] = 0;
    }
  }

  function replay(world: World, number: number): void {
    const bench = world.benches[number] as Bench;
    bench.era += 1;
    for (const [id, stands] of Object.entries(bench.stands))
      if (stands === 'intent' && beforeAgreeing(!isUnderWay(bench, id)) === 'unknown') doubt(bench, id);
    world.reported[number] = [];
    while ((world.reported[number]?.length ?? 0) < bench.facts.length) reportNext(world, number);
    bench.acknowledged = bench.facts.length;
    if (has('closed again')) closeAgain(world.ledger, bench.closed);
    agree(world.ledger, number, both);
  }

  function ask(world: World, number: number, call: Call): void {
    const { ledger } = world;
    const answer = call.is === 'claim' ? claim(ledger, number, asked(call.id), without) : send(ledger, call.id);
    const isBooked = world.reported.flat().some(([id, what]) => what === 'booked' && id !== call.id && areRivals(id, call.id));
    if (call.is === 'send' && answer.is === 'granted' && isBooked) world.wasKnown = true;
    call.answer = answer.is === 'granted' || answer.is === 'frozen' ? answer.is : 'refused';
  }

  function receive(bench: Bench, { is, id, era, answer }: Call): void {
    if (id !== bench.current || bench.at !== (is === 'claim' ? 'claiming' : 'asking-to-send')) return;
    const next = afterGrant({ isGranted: answer === 'granted', isSameEra: era === bench.era || !has('era') });
    if (answer === 'frozen') shutOut(bench);
    if (next === 'take-back') return takeBack(bench, id);
    if (is === 'claim') {
      bench.at = 'asking-to-send';
      bench.isInTime = true;
      bench.calls.push({ is: 'send', id, era: bench.era });
    } else {
      bench.at = 'may-send';
      become(bench, id, 'sending');
    }
  }

  /** Yields every step from here. */
  function* stepsOf(now: World): Generator<Step> {
    for (const number of both) {
      const bench = now.benches[number] as Bench;
      const name = 'AB'[number] ?? '';
      const mine = (world: World): Bench => world.benches[number] as Bench;
      if (!bench.isUp) {
        if (now.left.putBack > 0 && ['sending', 'booked', 'unknown'].includes(bench.stands[bench.current] ?? ''))
          yield step(`${name}: journal restored`, (world) => {
            const it = mine(world);
            world.left.putBack -= 1;
            it.stands[it.current] = 'intent';
            it.facts = it.facts.filter(([id]) => id !== it.current);
            it.acknowledged = Math.min(it.acknowledged, it.facts.length);
          });
        yield step(`${name} starts`, (world) => {
          const it = mine(world);
          it.isUp = true;
          it.isShut = true;
          const stands = it.stands[it.current];
          if (stands !== 'intent' && stands !== 'sending') return;
          const next = stands === 'intent' && !has('witness') ? 'take-back' : atStart(stands, true);
          if (next === 'take-back') takeBack(it, it.current);
          else if (next === 'unknown') doubt(it, it.current);
        });
        continue;
      }
      if (now.left.crash > 0)
        yield step(`${name} crashes`, (world) => {
          const it = mine(world);
          world.left.crash -= 1;
          it.isUp = false;
          it.at = 'idle';
          it.era += 1;
          it.isInTime = false;
          if (!mayComeLate) it.calls = [];
        });
      const isForgotten =
        bench.acknowledged > (now.reported[number]?.length ?? 0) || (now.ledger.isFrozen && !now.ledger.agreed.includes(number));
      // A bench also greets when it has nothing to ask.
      if (bench.isShut || (has('freeze') && isForgotten)) yield [`${name} greets`, (world) => greet(world, number)];
      for (const orders of bench.isShut || bench.at !== 'idle' || bench.tries >= (tries[number] ?? 0) ? [] : (shipments[number] ?? [])) {
        const next = `${name}${bench.tries + 1} ${orders.join('+')}`;
        if (Object.entries(bench.stands).some(([id, stands]) => open.has(stands) && areRivals(id, next))) continue;
        if (orders.some((order) => bench.closed.includes(order))) continue;
        yield step(`${next}: intends and claims`, (world) => {
          const it = mine(world);
          it.tries += 1;
          it.current = next;
          it.stands[next] = 'intent';
          it.at = 'claiming';
          it.calls.push({ is: 'claim', id: next, era: it.era });
        });
      }
      const [order = ''] = shipments[number]?.[0] ?? [];
      const isFree = !Object.entries(bench.stands).some(([id, stands]) => open.has(stands) && ordersOf(id).includes(order));
      if (now.left.close > 0 && number === 0 && !bench.isShut && isFree)
        yield step(`${name} ships ${order} without a label`, (world) => {
          const it = mine(world);
          const answer = close(world.ledger, order);
          if (answer === 'frozen') return shutOut(it);
          if (answer === 'refused') return false;
          world.left.close -= 1;
          it.closed.push(order);
          world.bought[order] = (world.bought[order] ?? 0) + 1;
        });
      for (const [index, call] of bench.calls.entries()) {
        if (call.answer === undefined)
          yield [`ledger: ${name} ${call.is}`, (world) => ask(world, number, mine(world).calls[index] as Call)];
        else
          yield step(`${name} hears ${call.is}: ${call.answer}`, (world) => {
            const [received] = mine(world).calls.splice(index, 1);
            if (received) receive(mine(world), received);
          });
      }
      const isWaiting = bench.at === 'claiming' || bench.at === 'asking-to-send';
      const isUnheard = isWaiting && !bench.calls.some(({ id }) => id === bench.current);
      if (isWaiting && (now.left.timeout > 0 || isUnheard))
        yield step(`${name} gives up waiting`, (world) => {
          const it = mine(world);
          if (!isUnheard) world.left.timeout -= 1;
          stopWaiting(it);
          if (!mayComeLate) it.calls = [];
        });
      if (bench.at === 'may-send') {
        if (bench.isInTime || !has('deadline')) {
          yield step(`${name} SENDS`, (world) => {
            buy(world, mine(world));
            mine(world).at = 'sent';
          });
          if (now.left.slow > 0)
            yield step(`${name}'s request leaves`, (world) => {
              world.left.slow -= 1;
              mine(world).at = 'under-way';
            });
          if (now.left.reject > 0)
            yield step(`${name} SENDS, and is refused`, (world) => {
              const it = mine(world);
              world.left.reject -= 1;
              it.at = 'idle';
              become(it, it.current, 'rejected');
            });
        } else yield [`${name} is too late to send`, (world) => takeBack(mine(world), mine(world).current)];
      }
      if (bench.at === 'under-way')
        yield step(`the service books for ${name}`, (world) => {
          buy(world, mine(world));
          mine(world).at = 'sent';
        });
      if (bench.at === 'sent')
        yield step(`${name} writes down what it bought`, (world) => {
          const it = mine(world);
          it.at = 'idle';
          become(it, it.current, 'booked');
        });
      if (!bench.isShut && (now.reported[number]?.length ?? 0) < bench.facts.length)
        yield step(`${name} reports`, (world) => {
          const it = mine(world);
          // A gap in the facts: the bench first has to find out what the ledger has.
          if (it.acknowledged > (world.reported[number]?.length ?? 0)) return shutOut(it);
          reportNext(world, number);
          it.acknowledged = world.reported[number]?.length ?? 0;
        });
    }
    for (const [id, { state }] of Object.entries(now.ledger.attempts)) {
      const age = now.ages[id] ?? 0;
      if (state === 'held' && age < 1)
        yield step(`a minute passes for ${id}`, (world) => {
          world.ages[id] = 1;
          const attempt = world.ledger.attempts[id];
          if (attempt) attempt.hasLapsed = true;
        });
      if (state === 'sending' && age < 2)
        yield step(`ten minutes pass for ${id}`, (world) => {
          world.ages[id] = 2;
          for (const bench of world.benches) bench.isInTime = false;
        });
      const isForLead = state === 'unknown' || (state === 'sending' && age === 2);
      if (now.left.lead > 0 && ordersOf(id).every((order) => !now.bought[order]) && !now.ledger.isFrozen && isForLead)
        yield step(`a lead gives ${id} free`, (world) => {
          world.left.lead -= 1;
          const attempt = world.ledger.attempts[id];
          if (attempt) attempt.state = 'released';
        });
    }
    if (now.left.failOver > 0)
      yield now.standby
        ? [
            'the stand-by takes over',
            (world) => {
              if (!world.standby) return;
              world.left.failOver -= 1;
              world.ledger = world.standby.ledger;
              world.reported = world.standby.reported;
              world.standby = null;
              // Calls that did not reach the ledger are lost; answers already given may still arrive.
              for (const bench of world.benches) bench.calls = bench.calls.filter(({ answer }) => answer !== undefined);
              if (!has('freeze')) return;
              world.ledger.isFrozen = true;
              world.ledger.agreed = [];
            },
          ]
        : [
            'the stand-by hears no more',
            (world) => {
              world.standby = structuredClone({ ledger: world.ledger, reported: world.reported });
            },
          ];
  }

  const first: World = {
    ledger: emptyLedger(),
    reported: [[], []],
    standby: null,
    benches: [newBench(), newBench()],
    bought: {},
    wasKnown: false,
    left: { ...noFaults, ...faults },
    ages: {},
  };
  const start = JSON.stringify(first);
  const seen = new Map<string, readonly [string, string] | null>([[start, null]]);
  let frontier = [start];
  let [doubled, lost, stuck] = [0, 0, 0];
  let wrong: string | undefined;
  let isWhole = true;
  while (frontier.length > 0 && isWhole) {
    const next: string[] = [];
    for (const state of frontier) {
      const now = JSON.parse(state) as World;
      let moves = 0;
      for (const [name, act] of stepsOf(now)) {
        const world = JSON.parse(state) as World;
        if (act(world) === false) continue;
        const after = JSON.stringify(world);
        if (after === state) continue;
        moves += 1;
        if (seen.has(after)) continue;
        seen.set(after, [state, name]);
        if (Object.values(world.bought).some((times) => times > 1) && (world.wasKnown || !faults.slow)) {
          doubled += 1;
          wrong ??= after;
        } else next.push(after);
      }
      if (moves === 0) {
        const is = endOf(now);
        if (is === 'lost') lost += 1;
        if (is === 'stuck') stuck += 1;
        if (is !== 'settled') wrong ??= state;
      }
      if (seen.size > mostStates || (untilWrong && wrong !== undefined)) {
        isWhole = false;
        break;
      }
    }
    frontier = next;
  }
  return { states: seen.size, isWhole, doubled, lost, stuck, path: pathTo(wrong, seen) };
}

/** Classifies a state in which nothing more can happen. */
function endOf({ ledger, benches, bought }: World): 'settled' | 'lost' | 'stuck' {
  const attempts = Object.values(ledger.attempts);
  const isKnown = (order: string): boolean =>
    ledger.closed.includes(order) ||
    attempts.some(({ state, slots }) => slots.includes(order) && ['booked', 'stray', 'unknown', 'sending'].includes(state));
  if (!Object.keys(bought).every(isKnown)) return 'lost';
  const states = attempts.map(({ state }) => state);
  const isOpen = ledger.isFrozen || states.includes('held') || states.includes('sending');
  const isLeft = benches.some(({ stands, isShut }) => isShut || Object.values(stands).includes('intent'));
  return isOpen || isLeft ? 'stuck' : 'settled';
}

function pathTo(state: string | undefined, seen: ReadonlyMap<string, readonly [string, string] | null>): string[] {
  const path: string[] = [];
  for (let at = state && seen.get(state); at; at = seen.get(at[0])) path.unshift(at[1]);
  return path;
}
