import { connect } from 'node:net';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { type Endpoint, nameOf } from './tcp-transport.ts';
import {
  firstFault,
  parseErrors,
  parseHostStatus,
  parseIdentity,
  parseVariable,
  type ZebraIdentity,
  type ZebraState,
} from './zebra-status.ts';

export type Answer<T> =
  | { readonly is: 'told'; readonly value: T }
  | { readonly is: 'silent' }
  | { readonly is: 'unreachable'; readonly why: string };

export interface Zebra {
  /** ~HS, and ~HQES where that is not answered. */
  state(): Promise<Answer<ZebraState>>;
  /** All labels it ever printed; `undefined` where it does not count them or does not say. */
  labelCount(): Promise<number | undefined>;
  /** Asked once; `undefined` where it did not say then. */
  identity(): Promise<ZebraIdentity | undefined>;
  /** Whether it has ever answered in this run. Silence means trouble only for one that has. */
  hasAnswered(): boolean;
}

// A printer that keeps its side open must not hold up the next question.
const farewellMs = 100;
const mostAnswerCharacters = 65_536;

/** What others know and want to know of how talkative a printer is, by its name. */
export interface Talk {
  readonly isMute: (at: string) => boolean;
  readonly answered: (at: string) => void;
}

/** Asks a Zebra, each question over a connection of its own: some models take only one at a time. */
export function createZebra(endpoint: Endpoint, timing: PrinterTiming, talk: Talk): Zebra {
  const at = nameOf(endpoint);
  let answered = false;
  let counts: boolean | undefined;
  let identity: Promise<ZebraIdentity | undefined> | undefined;

  async function put<T>(question: string, read: (answer: string) => T | undefined): Promise<Answer<T>> {
    const { connectMs, answerMs, muteAnswerMs } = timing;
    const answer = await ask(endpoint, question, read, { connectMs, answerMs: talk.isMute(at) ? muteAnswerMs : answerMs });
    if (answer.is !== 'told') return answer;
    answered = true;
    talk.answered(at);
    return answer;
  }

  return {
    async state() {
      const hostStatus = await put('~HS\r\n', parseHostStatus);
      return hostStatus.is === 'silent' ? put('~HQES\r\n', parseErrors) : hostStatus;
    },
    async labelCount() {
      if (counts === false) return undefined;
      const askOnce = () => put('! U1 getvar "odometer.total_label_count"\r\n', parseVariable);
      const first = await askOnce();
      // One that never counts is not asked again: not for an answer that was late once.
      const answer = first.is === 'silent' && counts === undefined ? await askOnce() : first;
      const digits = answer.is === 'told' ? /^\s*(\d+)/.exec(answer.value ?? '')?.[1] : undefined;
      // One that counted may be silent for a moment.
      if (answer.is !== 'unreachable') counts ??= digits !== undefined;
      return digits === undefined ? undefined : Number(digits);
    },
    identity() {
      identity ??= put('~HI\r\n', parseIdentity).then((answer) => (answer.is === 'told' ? answer.value : undefined));
      return identity;
    },
    hasAnswered: () => answered,
  };
}

/** What an answer means on the screen. */
export function statusFrom(answer: Answer<ZebraState>, hasAnswered: boolean): PrinterStatus {
  if (answer.is === 'unreachable') return { kind: 'not-ready', reason: 'offline' };
  if (answer.is === 'silent') return hasAnswered ? { kind: 'not-ready', reason: 'offline' } : { kind: 'cannot-say' };
  const fault = firstFault(answer.value);
  if (fault !== undefined) return { kind: 'not-ready', reason: fault };
  return { kind: answer.value.busy ? 'printing' : 'ready' };
}

function ask<T>(
  endpoint: Endpoint,
  question: string,
  read: (answer: string) => T | undefined,
  timing: Pick<PrinterTiming, 'connectMs' | 'answerMs'>,
): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const socket = connect({ host: endpoint.host, port: endpoint.port, noDelay: true });
    let connected = false;
    let text = '';
    let answer: Answer<T> | undefined;
    let timer = setTimeout(() => settle({ is: 'unreachable', why: 'it did not answer the connection' }), timing.connectMs);

    function settle(known: Answer<T>): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(known);
    }

    socket.on('connect', () => {
      connected = true;
      clearTimeout(timer);
      timer = setTimeout(() => settle({ is: 'silent' }), timing.answerMs);
      socket.write(question);
    });
    socket.on('data', (chunk: Buffer) => {
      if (answer !== undefined) return;
      text = (text + chunk.toString('latin1')).slice(-mostAnswerCharacters);
      const value = read(text);
      if (value === undefined) return;
      const told: Answer<T> = { is: 'told', value };
      answer = told;
      socket.end();
      clearTimeout(timer);
      timer = setTimeout(() => settle(told), farewellMs);
    });
    // Closed or reset without an answer: it is there, and says nothing.
    socket.on('close', () => settle(answer ?? { is: 'silent' }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!connected) settle({ is: 'unreachable', why: error.code ?? error.message });
    });
  });
}
