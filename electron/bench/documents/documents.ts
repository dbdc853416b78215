import type { documentTypes, Upload } from '../../../shared/customs.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { failed, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { exchangeOnce } from '../exchange/exchange.ts';
import { isOfKeyInUse, sentWithOtherKey } from '../exchange/other-key.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { RawAnswer } from '../ports/courier.ts';

export interface DocumentsWalk {
  attach(document: {
    /** A shipment of this bench, or an order of the service that this bench did not book. */
    readonly bookingId?: string | undefined;
    readonly orderNo?: string | undefined;
    readonly documentType: (typeof documentTypes)[number];
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  }): Promise<Answer<'attachDocument'>>;
  /** A person's word on an upload whose outcome is unknown or that was refused. */
  settle(uploadId: string, act: 'send-again' | 'it-arrived'): Promise<Answer<'settleUpload'>>;
  /** Sends what provably never left this computer, oldest first, until the service cannot be reached. For the start of the bench. */
  sendWaiting(): Promise<void>;
}

/** Customs documents: kept until the service says `success`, repeated only by a person when the outcome is unknown. */
export function createDocumentsWalk(room: BenchContext, moved: (bookingId: string) => void): DocumentsWalk {
  const reread = (id: string): Upload => {
    const upload = room.journal.upload(id);
    if (!upload) throw new Error('an upload left the journal');
    return upload;
  };

  const countryOf = (bookingId: string | null): string =>
    (bookingId === null ? room.settings() : room.journal.booking(bookingId))?.sender?.country ?? '';

  function outcomeOf(answer: RawAnswer): { readonly to: Upload['state']; readonly said: string } {
    const meaning = room.courier.readUpload(answer);
    switch (meaning.is) {
      case 'accepted':
        return { to: 'accepted', said: '' };
      case 'rejected':
        return { to: 'rejected', said: meaning.said.join('\n') };
      case 'unknown':
        return { to: 'unknown', said: meaning.why };
    }
  }

  async function send(upload: Upload): Promise<Answer<'settleUpload'>> {
    const other = sentWithOtherKey(room, upload);
    if (other) return other;
    const bytes = room.journal.uploadBytes(upload.id);
    if (!upload.orderNo || !bytes) return room.fail('number-not-found');
    const request = room.courier.uploadRequest({ ...upload, bytes, country: countryOf(upload.bookingId) });
    const exchanged = await exchangeOnce<never>(room, {
      kind: room.kinds.uploads,
      id: upload.id,
      request,
      slots: [],
      refusal: () => undefined,
      // It waits in the journal since it was attached.
      writeIntent: () => true,
      ended(sent) {
        if (sent.is !== 'answered') return;
        const { to, said } = outcomeOf(sent.answer);
        room.journal.moveUpload(upload.id, ['sending'], to, said, sent.answer);
      },
      broke: () => undefined,
    });
    if (exchanged.is === 'refused') return failed(exchanged.failure);
    if (exchanged.is === 'taken-already') return room.fail('not-now');
    const { sent, isWritten } = exchanged;
    if (upload.bookingId) moved(upload.bookingId);
    room.changed();
    if (!isWritten) return room.fail('answer-not-written');
    return sent.is === 'not-sent' ? failed(sent.failure) : ok(reread(upload.id));
  }

  /** Opening a document takes a moment, in which the same one may be given again. */
  const underCheck = new Set<string>();

  return {
    async attach({ bytes, bookingId, orderNo: ofService = '', ...given }) {
      const booking = bookingId === undefined ? room.journal.holdersOf(ofService, ['order'])[0] : room.journal.booking(bookingId);
      if (bookingId !== undefined && booking?.state !== 'booked') return room.fail('number-not-found');
      const other = booking && sentWithOtherKey(room, booking);
      if (other) return other;
      const orderNo = booking?.orderNo ?? ofService;
      if (orderNo === '') return room.fail('number-not-found');
      const document = { ...given, bookingId: booking?.id ?? null, orderNo, mediaType: given.mediaType || room.paper.mediaTypeOf(bytes) };
      const about = JSON.stringify([orderNo, document.name, document.documentType]);
      if (underCheck.has(about)) return room.fail('not-now');
      underCheck.add(about);
      const refused = await room.paper.refusal(document.name, bytes).finally(() => underCheck.delete(about));
      if (refused !== undefined) return room.fail('document-refused', refused);
      const problem = room.courier.textProblem('file name', document.name, countryOf(document.bookingId));
      if (problem !== undefined) return room.fail('text-not-sendable', problem);
      const isUnderWay = room.journal
        .uploadsOfOrder(orderNo)
        .some(({ state, name, documentType }) => state === 'sending' && name === document.name && documentType === document.documentType);
      if (isUnderWay) return room.fail('not-now');
      const upload = writeDown(room, () => room.journal.addUpload(document, bytes));
      room.changed();
      return upload.ok ? send(upload.value) : upload;
    },

    async sendWaiting() {
      for (const { id } of room.journal.openUploads().filter((upload) => upload.state === 'waiting' && isOfKeyInUse(upload))) {
        try {
          // Meanwhile a person may have sent or closed it.
          const upload = reread(id);
          const sent = upload.state === 'waiting' ? await send(upload) : ok(upload);
          if (!sent.ok && sent.failure.code === 'service-unreachable') return;
        } catch (error) {
          // One that the program fails on holds up no other.
          room.bug('upload', error);
        }
      }
    },

    async settle(uploadId, act) {
      const upload = room.journal.upload(uploadId);
      if (!upload) return room.fail('number-not-found');
      if (act === 'send-again') return send(upload);
      if (!room.journal.moveUpload(uploadId, ['unknown', 'rejected'], 'accepted', `Said by ${room.who()}`, null))
        return room.fail('not-now');
      if (upload.bookingId) moved(upload.bookingId);
      room.changed();
      return ok(reread(uploadId));
    },
  };
}
