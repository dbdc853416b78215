import type { Answer } from '../../../shared/ipc.ts';
import type { Message } from '../../../shared/message.ts';
import { failed, ok } from '../../../shared/result.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { documentTypes, Upload } from '../../../shared/upload.ts';
import type { BenchContext } from '../context.ts';
import { type ExchangeContext, intentOf, recordOutcome, reserve, sendTaken, takeForSending, type Unsent } from '../exchange/exchange.ts';
import { isOfKeyInUse, sentWithOtherKey } from '../exchange/other-key.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { Sent, UploadMeaning } from '../ports/courier.ts';

export interface DocumentsWorkflow {
  attach(document: {
    /** A shipment of this bench, or an order of the service that this bench did not book. */
    readonly bookingId?: string | undefined;
    readonly orderNo?: string | undefined;
    readonly documentType: (typeof documentTypes)[number];
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  }): Promise<Answer<'attachDocument'>>;
  /** A user's decision on an upload whose outcome is unknown or that was refused. */
  settle(uploadId: string, act: 'send-again' | 'it-arrived'): Promise<Answer<'settleUpload'>>;
  /**
   * Sends uploads that provably never left this computer, oldest first, until the service cannot be reached. Called at the start of the
   * bench.
   */
  sendWaiting(): Promise<void>;
}

type DocumentsContext = ExchangeContext & Pick<BenchContext, 'changed' | 'kinds' | 'paper' | 'settings' | 'who'>;

/** Customs documents: stored until the service answers `success`; if the outcome is unknown, only a user repeats the upload. */
export function createDocumentsWorkflow(context: DocumentsContext): DocumentsWorkflow {
  const send = (upload: Upload): Promise<Answer<'settleUpload'>> => sendUpload(context, upload);

  /** Checking a document takes a moment, in which the user may attach the same one again. */
  const underCheck = new Set<string>();

  return {
    async attach({ bytes, bookingId, orderNo: ofService = '', ...given }) {
      const booking = bookingId === undefined ? context.journal.holdersOf(ofService, ['order'])[0] : context.journal.booking(bookingId);
      if (bookingId !== undefined && booking?.state !== 'booked') return context.fail('number-not-found');
      const other = booking && sentWithOtherKey(context, booking);
      if (other) return other;
      const orderNo = booking?.orderNo ?? ofService;
      if (orderNo === '') return context.fail('number-not-found');
      const document = {
        ...given,
        ...(booking?.account !== undefined && { account: booking.account }),
        bookingId: booking?.id ?? null,
        orderNo,
        mediaType: given.mediaType || context.paper.mediaTypeOf(bytes),
      };
      const about = JSON.stringify([orderNo, document.name, document.documentType]);
      if (underCheck.has(about)) return context.fail('not-now');
      underCheck.add(about);
      const refused = await context.paper.refusal(document.name, bytes).finally(() => underCheck.delete(about));
      if (refused !== undefined) return context.fail('document-refused', refused);
      const problem = context.courier.letterProblem('fileName', document.name, countryOf(context, document.bookingId));
      if (problem) return context.fail('text-not-sendable', [problem]);
      const isUnderWay = context.journal
        .uploadsOfOrder(orderNo)
        .some(({ state, name, documentType }) => state === 'sending' && name === document.name && documentType === document.documentType);
      if (isUnderWay) return context.fail('not-now');
      const upload = writeDown(context, () => context.journal.addUpload(document, bytes));
      return upload.ok ? send(upload.value) : upload;
    },

    async sendWaiting() {
      for (const { id } of context.journal.openUploads().filter((upload) => upload.state === 'waiting' && isOfKeyInUse(upload))) {
        try {
          // A user may have sent or closed it meanwhile.
          const upload = reread(context, id);
          const sent = upload.state === 'waiting' ? await send(upload) : ok(upload);
          if (!sent.ok && sent.failure.code === 'service-unreachable') return;
        } catch (error) {
          // An upload that makes the program fail blocks no other.
          context.bug('upload', error);
        }
      }
    },

    async settle(uploadId, act) {
      const upload = context.journal.upload(uploadId);
      if (!upload) return context.fail('number-not-found');
      if (act === 'send-again') return send(upload);
      if (
        !context.journal.moveUpload(uploadId, ['unknown', 'rejected'], 'accepted', { code: 'upload-accepted-by', who: context.who() }, null)
      )
        return context.fail('not-now');
      return ok(reread(context, uploadId));
    },
  };
}

/** Sends one upload. Its intent has been in the journal since it was attached. */
async function sendUpload(context: DocumentsContext, upload: Upload): Promise<Answer<'settleUpload'>> {
  const other = sentWithOtherKey(context, upload);
  if (other) return other;
  const bytes = context.journal.uploadBytes(upload.id);
  if (!upload.orderNo || !bytes) return context.fail('number-not-found');
  const request = context.courier.uploadRequest({ ...upload, bytes, country: countryOf(context, upload.bookingId) });

  const intended = intentOf({ kind: context.kinds.uploads, id: upload.id, refusal: () => undefined });
  const reserved = await reserve(context, intended);
  if (reserved.is !== 'reserved') return notSent(context, reserved);

  const taken = takeForSending(context, reserved, () => undefined);
  if (taken instanceof Promise) return notSent(context, await taken);

  const sent = await sendTaken(context, taken, request);
  const isWritten = await recordOutcome(
    context,
    taken,
    sent,
    (onDisk) => settleSent(context, upload.id, sent, onDisk),
    () => undefined,
  );
  context.changed();
  if (!isWritten) return context.fail('answer-not-written');
  return sent.is === 'not-sent' ? failed(sent.failure) : ok(reread(context, upload.id));
}

const notSent = ({ fail }: Pick<DocumentsContext, 'fail'>, unsent: Unsent<never>): Answer<'settleUpload'> =>
  unsent.is === 'refused' ? failed(unsent.failure) : fail('not-now');

/** Stores the meaning of the answer. */
async function settleSent(
  { courier, journal }: Pick<DocumentsContext, 'courier' | 'journal'>,
  uploadId: string,
  sent: Sent,
  onDisk: Promise<void>,
): Promise<void> {
  await onDisk;
  if (sent.is !== 'answered') return;
  const { to, message } = outcomeOf(courier.readUpload(sent.answer));
  journal.moveUpload(uploadId, ['sending'], to, message, sent.answer);
}

function outcomeOf(meaning: UploadMeaning): { readonly to: Upload['state']; readonly message: Message } {
  switch (meaning.is) {
    case 'accepted':
      return { to: 'accepted', message: '' };
    case 'rejected':
      return { to: 'rejected', message: meaning.messages.join('\n') };
    case 'unknown':
      return { to: 'unknown', message: meaning.why };
  }
}

function reread({ journal }: Pick<DocumentsContext, 'journal'>, id: string): Upload {
  const upload = journal.upload(id);
  if (!upload) throw new Error('an upload left the journal');
  return upload;
}

const countryOf = ({ journal, settings }: Pick<DocumentsContext, 'journal' | 'settings'>, bookingId: string | null): string =>
  (bookingId === null ? usualSender(settings()) : journal.booking(bookingId)?.sender)?.country ?? '';
