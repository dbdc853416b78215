import { gzipSync } from 'node:zlib';
import { type Envelope, sendJson } from '../envelope.ts';
import { changeFields } from './answered-fields.ts';
import { type AnswerFault, afterwards, type FaultMoment } from './fault.ts';

const withLabels = ['ship', 'labels'] as const;
const withPapers = ['ship', 'labels', 'pickup'] as const;

/** Applies `change` to the labels or the manifest of an answer; a missing one stays missing. */
function spoilt(
  change: (paper: string, moment: FaultMoment, envelope: Envelope) => Promise<string> | string,
  appliesTo: AnswerFault['appliesTo'] = withPapers,
): AnswerFault {
  return afterwards(async (moment, envelope) => {
    let original: unknown;
    changeFields(envelope, ['label', 'labels', 'manifest'], (paper) => {
      original = paper;
    });
    const paper = typeof original === 'string' ? await change(original, moment, envelope) : original;
    sendJson(
      moment.response,
      200,
      changeFields(envelope, ['label', 'labels', 'manifest'], () => paper),
    );
  }, appliesTo);
}

/** Faults of the documents in an answer. */
export const labelFaults = {
  /** A valid label for another recipient. */
  'wrong-order-label': spoilt(async (_, { stranger }) => await stranger.label(), withLabels),
  /** Neither Base64 nor readable by a printer. */
  'garbled-label': spoilt(() => '%%% label service unavailable %%%'),
  'label-empty': spoilt(() => ''),
  /** PDF, even if ZPL was requested. */
  'label-pdf': spoilt(async (_, { labelsOf }, envelope) => await labelsOf(envelope, 'PDF'), withLabels),
  /** Plain ZPL, not in Base64. */
  'label-raw-zpl': spoilt(
    async (_, { labelsOf }, envelope) => Buffer.from(await labelsOf(envelope, 'ZPL'), 'base64').toString('latin1'),
    withLabels,
  ),
  'label-data-url': spoilt((paper) => `data:${paper.startsWith('JVBER') ? 'application/pdf' : 'application/octet-stream'};base64,${paper}`),
  'label-gzip': spoilt((paper) => gzipSync(Buffer.from(paper, 'base64')).toString('base64')),
};
