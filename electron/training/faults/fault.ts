import type { ServerResponse } from 'node:http';
import type { Action } from '../action.ts';
import type { Envelope } from '../envelope.ts';
import type { LabelFormat } from '../shipment.ts';

/** One request in progress, as a fault sees it. */
export interface FaultMoment {
  readonly response: ServerResponse;
  /** The parsed body of the request. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The answer to the previous request for the same action; undefined for the first. */
  readonly previous: Envelope | undefined;
  /** The other customer's order that a wrong answer refers to. */
  readonly stranger: {
    readonly orderNo: string;
    /** A valid label, Base64, in the requested format, addressed to another recipient. */
    label(): Promise<string>;
  };
  /** Executes the request for good: a `ship` has booked after this. */
  execute(): Promise<Envelope>;
  /** The labels of the orders in an answer, Base64, in this format instead of the requested one. */
  labelsOf(envelope: Envelope, format: LabelFormat): Promise<string>;
  /** Gives an id another name of twenty digits; later requests may use either. */
  lengthen(id: string): string;
  /** Closes the connection with a RST. */
  reset(): void;
  /** Closes the connection once the written data is sent. */
  cut(): void;
}

interface Reach {
  /** True if the request is executed for good. */
  readonly executes: boolean;
  /** The operations whose answer the fault changes; all if absent. */
  readonly appliesTo?: readonly Action[];
}

export interface AnswerFault extends Reach {
  readonly meets: 'answer';
  meet(moment: FaultMoment): Promise<void> | void;
}

/**
 * A fault that occurs before the service has read the action. A closed `listener` refuses every connection until the faults are cleared.
 * `accept` ends the next connection, `head` the next request once its headers have arrived, `body` a request in the middle of its body, as
 * soon as the action is readable.
 */
export interface ConnectionFault extends Reach {
  readonly meets: 'listener' | 'accept' | 'head' | 'body';
  readonly executes: false;
  readonly by: 'reset' | 'cut';
  readonly needsTls?: true;
}

export type Fault = AnswerFault | ConnectionFault;

/** A fault instead of executing the request. */
export function instead(meet: AnswerFault['meet'], appliesTo?: readonly Action[]): AnswerFault {
  return { meets: 'answer', executes: false, meet, ...(appliesTo && { appliesTo }) };
}

/** A fault that executes the request and only changes the answer. */
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
