import type { Exchange } from '../../shared/booking.ts';
import type { RawAnswer } from '../bench/ports.ts';

const shownAnswerCharacters = 4096;
const shownPayloadCharacters = 60;

/** A request and its answer as a person can read them: encoded papers cut short, the body of the answer to its first 4 KB. */
export function readableExchange(sentAt: string | null, request: Uint8Array | undefined, answer: RawAnswer | undefined): Exchange {
  return {
    sentAt,
    sent: request ? readable(request) : '',
    answer: answer
      ? `HTTP ${answer.status}\ncontent-type: ${answer.contentType}\n\n${readable(answer.body).slice(0, shownAnswerCharacters)}`
      : '',
  };
}

/** Encoded papers are long runs of Base64, in JSON often with escaped slashes. */
const payload = /(?:[A-Za-z0-9+/=]|\\\/|\\[rn]){200,}/g;

function readable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.replace(payload, (run) => `${run.slice(0, shownPayloadCharacters)}… (${run.length} characters)`);
}
