import type { ServerResponse } from 'node:http';
import type { Action } from '../action.ts';
import type { Envelope } from '../envelope.ts';
import type { LabelFormat } from '../shipment.ts';

/** One request on its way, as a fault sees it. */
export interface FaultMoment {
  readonly response: ServerResponse;
  /** The body as it was sent, read. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What the request before this one for the same action was answered; undefined for the first. */
  readonly previous: Envelope | undefined;
  /** The order that a wrong answer is about. */
  readonly stranger: {
    readonly orderNo: string;
    /** A well-made label, Base64, in the format that was asked for, addressed to somebody else. */
    label(): Promise<string>;
  };
  /** Does what was asked, for good: a `ship` has booked after this. */
  execute(): Promise<Envelope>;
  /** The labels of the orders an answer is about, Base64, in one format whatever was asked for. */
  labelsOf(envelope: Envelope, format: LabelFormat): Promise<string>;
  /** Gives an id another name of twenty digits; requests may use either from now on. */
  lengthen(id: string): string;
  /** Ends the connection with a RST. */
  reset(): void;
  /** Ends the connection once what was written is out. */
  cut(): void;
}

interface Reach {
  /** Whether what was asked is done for good. */
  readonly executes: boolean;
  /** The operations whose answer it spoils; every one when absent. */
  readonly appliesTo?: readonly Action[];
}

/** A fault of one answer. */
export interface AnswerFault extends Reach {
  readonly meets: 'answer';
  meet(moment: FaultMoment): Promise<void> | void;
}

/**
 * A fault that strikes before the service knows what is asked. A closed `listener` refuses every connection until the faults are
 * cleared; `accept` strikes the next connection, `head` the next request once its headers came; `body` strikes in the middle of the
 * body, as soon as it shows its action.
 */
export interface ConnectionFault extends Reach {
  readonly meets: 'listener' | 'accept' | 'head' | 'body';
  readonly executes: false;
  readonly by: 'reset' | 'cut';
  readonly needsTls?: true;
}

export type Fault = AnswerFault | ConnectionFault;

/** A fault met instead of doing what was asked. */
export function instead(meet: AnswerFault['meet'], appliesTo?: readonly Action[]): AnswerFault {
  return { meets: 'answer', executes: false, meet, ...(appliesTo && { appliesTo }) };
}

/** A fault that does what was asked, and spoils only the answer. */
export function afterwards(
  spoil: (moment: FaultMoment, envelope: Envelope) => Promise<void> | void,
  appliesTo?: readonly Action[],
): AnswerFault {
  return {
    meets: 'answer',
    executes: true,
    meet: async (moment) => await spoil(moment, await moment.execute()),
    ...(appliesTo && { appliesTo }),
  };
}
