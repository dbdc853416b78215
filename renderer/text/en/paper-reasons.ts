import type { PaperReason } from '../../../shared/paper-reason.ts';
import type { Sentences } from '../sentences.ts';

const cameAs: Record<Extract<PaperReason, { readonly code: 'paper-came-as' }>['format'], string> = {
  ZPL: 'as a label (ZPL)',
  PNG: 'as a picture (PNG)',
  JPEG: 'as a picture (JPEG)',
  HTML: 'as a web page',
  TEXT: 'as plain text',
  OTHER: 'in a form nobody knows',
};

export const paperReasons: Sentences<PaperReason> = {
  'label-sender-unknown': () => 'The sender of this shipment is not known.',
  'label-names-home': () => 'It names the home of the recipient, not the service point.',
  'label-is-picture': () => 'Its address is a picture and cannot be read here.',
  'label-picture-of-booking': ({ number }) =>
    `Its bar code is this parcel's (${number}). Its address is a picture and cannot be read here.`,
  'label-not-booked-here': () => 'This bench did not book it: there is no order here to compare its label with.',
  'paper-came-as': ({ format }) => `It came ${cameAs[format]}, not as a PDF.`,
};
