import type { Frame } from '../../shared/bench.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import type { Courier, CourierRequests } from '../bench/ports/courier.ts';

/** State of the connection to the service. */
export interface Link {
  state(): Pick<Frame, 'service' | 'overdueSince'>;
  /** Wraps the courier: every outcome also shows whether the service can be reached, and every question how long it waits. */
  watched(courier: Courier): Courier;
}

/** The service usually answers sooner. */
const overdueMs = 4000;

const servicesOfFailures: Partial<Record<FailureCode, Frame['service']>> = {
  'service-unreachable': 'unreachable',
  'service-slow': 'unreachable',
  'credentials-rejected': 'rejected',
  'not-connected': 'not-connected',
};

export function createLink(
  { now, sleep }: { readonly now: () => Date; readonly sleep: (ms: number) => Promise<void> },
  changed: () => void,
): Link {
  let service: Frame['service'] = 'not-tried';
  /** Questions that wait for an answer: the time of each, and whether it is overdue. */
  const open = new Set<{ readonly askedAt: string; isOverdue: boolean }>();

  const tell = (told: Frame['service']): void => {
    if (told === service) return;
    service = told;
    changed();
  };

  async function timed<T>(asking: Promise<T>, read: (answer: T, wasOverdue: boolean) => Frame['service'] | undefined): Promise<T> {
    const question = { askedAt: now().toISOString(), isOverdue: false };
    open.add(question);
    void sleep(overdueMs).then(() => {
      if (!open.has(question)) return;
      question.isOverdue = true;
      changed();
    });
    try {
      const answer = await asking;
      const told = read(answer, question.isOverdue);
      if (told) tell(told);
      return answer;
    } finally {
      open.delete(question);
      if (question.isOverdue) changed();
    }
  }

  function serviceOf(result: Result<unknown, FailureCode>, wasOverdue: boolean): Frame['service'] | undefined {
    if (result.ok) return 'linked';
    // The user stopped waiting, so only a long silence means something.
    if (result.failure.code === 'wait-stopped') return wasOverdue ? 'unreachable' : undefined;
    return servicesOfFailures[result.failure.code] ?? 'linked';
  }

  return {
    state() {
      const since = [...open].flatMap(({ askedAt, isOverdue }) => (isOverdue ? [askedAt] : [])).sort();
      return { service, overdueSince: since[0] ?? null };
    },
    watched(courier) {
      const requests: CourierRequests = {
        quote: (...asked) => timed(courier.quote(...asked), serviceOf),
        track: (...asked) => timed(courier.track(...asked), serviceOf),
        labels: (...asked) => timed(courier.labels(...asked), serviceOf),
        servicePoints: (...asked) => timed(courier.servicePoints(...asked), serviceOf),
        check: () => timed(courier.check(), serviceOf),
        sendOnce: (request, until) =>
          timed(courier.sendOnce(request, until), (sent) => (sent.is === 'answered' ? 'linked' : 'unreachable')),
      };
      return {
        ...courier,
        ...requests,
        readShip(answer) {
          const meaning = courier.readShip(answer);
          if (meaning.is === 'rejected' && courier.explain(meaning.messages).some(({ code }) => code === 'credentials-rejected'))
            tell('rejected');
          return meaning;
        },
      };
    },
  };
}
