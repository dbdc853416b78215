import { refused, send, sendJson } from '../envelope.ts';
import { type AnswerFault, afterwards, instead } from './fault.ts';

const redirects = [301, 302, 307, 308] as const;
const statuses = [401, 403, 404, 408, 413, 429, 500, 502, 503, 504] as const;
/** Statuses that a gateway may send although the service behind it completed the request. */
const gatewayStatuses = [408, 500, 502, 503, 504] as const;

type Status = (typeof statuses)[number];

const words: Readonly<Record<Status, string>> = {
  401: 'Invalid API key or secret',
  403: 'Access denied',
  404: 'Not found',
  408: 'Request timeout',
  413: 'The request is too large',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

const gatewayPage =
  '<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body><h1>504 Gateway Time-out</h1></body></html>';

const retryAfter = (status: Status): Readonly<Record<string, string>> => (status === 429 || status === 503 ? { 'retry-after': '2' } : {});

const bare = ({ response }: Parameters<AnswerFault['meet']>[0], status: Status): void => {
  response.writeHead(status, { 'content-type': 'text/plain', ...retryAfter(status) });
  response.end(words[status]);
};

function named<N extends string, S extends number>(
  codes: readonly S[],
  name: (code: S) => N,
  fault: (code: S) => AnswerFault,
): Record<N, AnswerFault> {
  return Object.fromEntries(codes.map((code) => [name(code), fault(code)])) as Record<N, AnswerFault>;
}

/** Answers with a wrong HTTP status. */
export const statusFaults = {
  unauthorised: instead(({ response }) => sendJson(response, 401, refused(words[401]))),
  'html-504': instead(({ response }) => send(response, 504, 'text/html', gatewayPage)),
  'execute-then-html-504': afterwards(({ response }) => send(response, 504, 'text/html', gatewayPage)),
  /** Redirects to another address of this service, which serves and counts a client that follows. */
  ...named(
    redirects,
    (code) => `redirect-${code}` as const,
    (code) =>
      instead(({ response }) => {
        response.writeHead(code, { location: '/api/json?moved=1', 'content-length': 0 });
        response.end();
      }),
  ),
  ...named(
    statuses,
    (code) => `status-${code}` as const,
    (code) => instead((moment) => bare(moment, code)),
  ),
  ...named(
    statuses,
    (code) => `status-${code}-envelope` as const,
    (code) =>
      instead(({ response }) => {
        for (const [name, value] of Object.entries(retryAfter(code))) response.setHeader(name, value);
        sendJson(response, code, refused(words[code]));
      }),
  ),
  ...named(
    gatewayStatuses,
    (code) => `execute-then-status-${code}` as const,
    (code) => afterwards((moment) => bare(moment, code)),
  ),
};
