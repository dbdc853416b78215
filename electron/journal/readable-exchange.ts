import type { Exchange } from '../../shared/booking.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';

const shownAnswerCharacters = 4096;
const shortestPaper = 200;
const shownPaperCharacters = 60;

/** Formats a request and its answer for a person: encoded documents cut short, the body of the answer up to its first 4 KB. */
export function readableExchange(sentAt: string | null, request: Uint8Array | undefined, answer: RawAnswer | undefined): Exchange {
  return {
    sentAt,
    sent: request ? readable(request, Number.POSITIVE_INFINITY) : '',
    answer: answer ? `HTTP ${answer.status}\ncontent-type: ${answer.contentType}\n\n${readable(answer.body, shownAnswerCharacters)}` : '',
  };
}

/** Encoded documents are long runs of Base64, in JSON often with escaped slashes. */
const isPaperLetter = new Uint8Array(128);
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\\', 'latin1'))
  isPaperLetter[letter] = 1;

/** Goes run by run with one step per character: an answer of any size needs no stack, and is read no further than it is shown. */
function readable(bytes: Uint8Array, mostCharacters: number): string {
  const text = new TextDecoder().decode(bytes);
  let shown = '';
  for (let at = 0; at < text.length && shown.length < mostCharacters; ) {
    const isPaper = isPaperLetter[text.charCodeAt(at)] === 1;
    let end = at + 1;
    while (end < text.length && (isPaperLetter[text.charCodeAt(end)] === 1) === isPaper) end += 1;
    const isLong = isPaper && end - at >= shortestPaper;
    shown += isLong ? `${text.slice(at, at + shownPaperCharacters)}… (${end - at} characters)` : text.slice(at, end);
    at = end;
  }
  return shown.slice(0, mostCharacters);
}
