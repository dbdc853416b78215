import type { EventJournal, JournalEvent } from './ports/journal/events.ts';

/** A shipment went as far as it can without a person: its label may print now, and its tracking numbers may be read. */
export interface ShipmentSettled {
  readonly is: 'shipment-settled';
  readonly bookingId: string;
}

/** A person's decision that an unknown booking exists has been carried out. */
export interface DoubtSettled {
  readonly is: 'doubt-settled';
  readonly bookingId: string;
}

/** Sheets may print that waited for the parcel in hand, or for the end of a purchase. */
export interface SheetsFreed {
  readonly is: 'sheets-freed';
}

type OwnEvent = ShipmentSettled | DoubtSettled | SheetsFreed;
type Event = JournalEvent | OwnEvent;

/**
 * The events of the journal after each commit, and those of work whose end the journal does not show. Each is delivered once, in order, in
 * a microtask: never within the code that wrote, and before the event loop goes on.
 */
export interface Events {
  /** A reaction that throws is logged as a bug and stops no other. */
  on<I extends Event['is']>(is: I, react: (event: Extract<Event, { is: I }>) => void): void;
  publish(event: OwnEvent): void;
  /** Resolves once everything published so far is delivered, with what followed from that at once. */
  delivered(): Promise<void>;
}

export function createEvents(journal: EventJournal, bug: (step: string, error: unknown) => unknown): Events {
  const reactions: { readonly is: Event['is']; readonly react: (event: never) => void }[] = [];
  let due: Event[] = [];
  let coming: Promise<void> | undefined;

  async function deliver(): Promise<void> {
    await Promise.resolve();
    for (let event = due.shift(); event; event = due.shift())
      for (const { is, react } of reactions) if (is === event.is) guarded(react, event);
    coming = undefined;
  }

  function guarded(react: (event: never) => void, event: Event): void {
    try {
      react(event as never);
    } catch (error) {
      bug(`event ${event.is}`, error);
    }
  }

  function add(events: readonly Event[]): void {
    due.push(...events);
    coming ??= deliver();
  }

  journal.subscribe(add);
  return {
    on: (is, react) => void reactions.push({ is, react }),
    publish: (event) => add([event]),
    delivered: async () => coming,
  };
}
