import type { documentTypes } from '../../shared/upload.ts';
import type { RawAnswer, UploadMeaning } from '../bench/ports/courier.ts';
import { toAscii } from './ascii.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { notAnEnvelope } from './not-booked.ts';
import { flagIn, isFields, textIn, textOf } from './wire.ts';
import type { WireValue } from './wire-value.ts';

export interface UploadAsk {
  readonly orderNo: string;
  readonly documentType: (typeof documentTypes)[number];
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly country?: string;
}

export function uploadWire(ask: UploadAsk): Record<string, unknown> {
  const document = {
    document_type: ask.documentType,
    name: toAscii(ask.name, ask.country ?? '').text || 'document',
    type: ask.mediaType,
    content: Buffer.from(ask.bytes).toString('base64'),
  };
  return { order_no: ask.orderNo, documents: [document] };
}

/**
 * Accepts `success` as 1, "1" or true; together with errors it proves nothing. A whole envelope with a negative result or with errors is a
 * refusal; everything else is unknown.
 */
export function readUpload(answer: RawAnswer, seen: (envelope: Envelope) => void = () => undefined): UploadMeaning {
  const envelope = readEnvelope(answer.body);
  if (!envelope) return { is: 'unknown', why: notAnEnvelope(answer) };
  seen(envelope);
  const { result } = envelope;
  const record = Array.isArray(result) && result.length === 1 ? ((result as readonly WireValue[])[0] ?? null) : result;
  const fields = isFields(record) ? record : { success: record };
  if (flagIn(fields, 'success'))
    return envelope.said.length === 0
      ? { is: 'accepted' }
      : { is: 'unknown', why: { code: 'upload-accepted-but', messages: [...envelope.said] } };
  if (envelope.whole && envelope.said.length > 0) return { is: 'rejected', messages: envelope.said };
  const said = fields['success'] === false ? 'false' : textIn(fields, 'success');
  if (envelope.whole && (said === 'false' || textOf(said) === '0')) return { is: 'rejected', messages: [`success: ${said}`] };
  return { is: 'unknown', why: envelope.said.join(' ') || { code: 'upload-unconfirmed' } };
}
