import type { Workflow } from '../../shared/bench.ts';
import type { HostileInput } from './hostile-bench.ts';
import { messageText, read } from './hostile-bench.ts';

const filled = (piece: string, most = 950_000): string => piece.repeat(Math.floor(most / piece.length));

function sentence(workflow: Workflow): string {
  if ('failure' in workflow && workflow.failure) return read(workflow.failure);
  if ('notice' in workflow && workflow.notice) return read(workflow.notice);
  if ('booking' in workflow) return workflow.booking.messages.map(messageText).join(' ').slice(0, 200);
  return '';
}

/** An input that replaces the service's answer to an action of a parcel. */
const answer = (action: 'quote' | 'ship', name: string, body: string): HostileInput => ({
  name: `${action}: ${name}`,
  kind: 'answer',
  make: () => Buffer.from(body),
  async meet(bench, bytes) {
    bench.nextRaw(action, bytes);
    const workflow = await bench.buy('ORD-1001');
    return `${workflow.step}: ${sentence(workflow)}`;
  },
});

const envelope = (result: string, errors = '[]'): string => `{"result":${result},"errors":${errors}}`;
const list = (piece: string, most?: number): string => `[${filled(`${piece},`, most)}0]`;

/** Bodies that replace the answer to one action; the same code reads both actions. */
const shapes: readonly (readonly ['quote' | 'ship', string, string])[] = [
  ['quote', 'lists in lists, 400,000 deep', envelope('['.repeat(400_000) + ']'.repeat(400_000))],
  ['ship', 'records in records, 900 deep, again and again', envelope(list('{"a":'.repeat(900) + '1' + '}'.repeat(900)))],
  ['quote', '90,000 records', envelope(list('{}'))],
  ['ship', '50,000 members with names of their own', envelope(`{${Array.from({ length: 50_000 }, (_, at) => `"name${at}":0`).join(',')}}`)],
  ['quote', 'a name of a megabyte', envelope(`{"${'a'.repeat(950_000)}":1}`)],
  ['ship', 'a text of a megabyte of escapes', envelope(`"${filled('\\u0041')}"`)],
  ['quote', 'a text that never ends', `{"result":"${filled('\\"')}`],
  ['ship', 'a number of a megabyte of digits', envelope('9'.repeat(950_000))],
  ['ship', '150,000 order numbers', envelope(list('{"order_no":"A1"}'))],
  ['quote', '150,000 errors', envelope('null', list('"no"'))],
  ['ship', 'an error of a megabyte', envelope('null', `["${'no '.repeat(316_000)}"]`)],
  ['quote', 'an error of blanks and stops', envelope('null', `["${'0.'.repeat(470_000)}"]`)],
  ['ship', 'errors by fields in fields', envelope('null', `${filled('{"a":', 150)}1${'}'.repeat(30)}`)],
  ['quote', 'prototypes', envelope(list('{"__proto__":{"a":1}}'))],
  ['ship', 'a page of a proxy', `<html>${filled('<p>')}`],
  ['quote', 'noise', filled('\u0001\uFFFD')],
];

export const answers: readonly HostileInput[] = [
  ...shapes.map(([action, name, body]) => answer(action, name, body)),
  answer('quote', '9,000 services', envelope(`{"services":${list('{"service_id":"1","service_name":"A","price":"1.00"}', 480_000)}}`)),
];
