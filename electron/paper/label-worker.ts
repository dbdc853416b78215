import { parentPort } from 'node:worker_threads';
import { emptyAddress } from '../../shared/address.ts';
import { digestOf, type LabelAnswer, type LabelQuestion } from './label-question.ts';
import type { Asked, WorkerAnswer } from './worker-line.ts';
import { foreignInZpl, judgeZplLabel, type ReadZplLabel, readZplLabel } from './zpl-label.ts';

// Compares labels beside the main thread. What it cannot answer ends it, and the main thread answers.
let last: { readonly bytes: Uint8Array; readonly read: ReadZplLabel } | undefined;

function answerTo(question: LabelQuestion): LabelAnswer {
  const { bytes, recipient, sender, expected } = question;
  if (!last || Buffer.compare(last.bytes, bytes) !== 0) last = { bytes, read: readZplLabel(bytes) };
  const foreign = foreignInZpl(last.read, { recipient, sender, parcels: expected.parcels });
  return { digest: digestOf(question), label: last.read.label, foreign, ...judgeZplLabel(last.read, recipient, sender, expected) };
}

const person = { ...emptyAddress, name: 'Ada Bakker', street: 'Hafenstrasse', houseNumber: '12', postalCode: '20457', city: 'Hamburg' };
const shop = { ...emptyAddress, name: 'Kate Sender', company: 'Nordlicht GmbH', street: 'Veemarktkade', houseNumber: '8', city: 'Utrecht' };
const lines = [
  'FROM',
  'Nordlicht GmbH',
  'Veemarktkade 8',
  '3521 AB UTRECHT',
  'REF 4711',
  'WEIGHT 1.2 kg',
  'TO',
  'Ada Bakker',
  'Hafenstrasse 12',
];

const practiceLabel = (number: number): Uint8Array =>
  Buffer.from(
    [
      '^XA^CI28^PW812^LL1218^LH0,0^FO24,24^GB764,124,124^FS',
      ...[...lines, '20457 HAMBURG', 'GERMANY'].map((line, at) => `^FO28,${60 + at * 50}^A0N,40,40^FB760,1,0,L,0^FD${line}^FS`),
      `^FO28,900^BY3,3,150^BCN,150,N,N,N,A^FDPB${1_000_000_000 + number}^FS^XZ`,
    ].join('\n'),
  );

/** The engine makes fast what has run a hundred times: so the first parcel is compared as fast as a later one. */
function practise(): void {
  for (let number = 0; number < 100; number += 1)
    answerTo({ bytes: practiceLabel(number), recipient: person, sender: shop, expected: { parcels: 1, returnAsked: false } });
  last = undefined;
}

practise();
parentPort?.on('message', ({ id, ...question }: Asked<LabelQuestion>) =>
  parentPort?.postMessage({ id, ...answerTo(question) } satisfies WorkerAnswer<LabelAnswer>),
);
