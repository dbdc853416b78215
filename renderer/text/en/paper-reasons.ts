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
  'label-without-sheet': () => 'It has no sheet.',
  'label-without-text': () => 'It holds no text that can be read.',
  'label-has-many-texts': ({ most }) => `It holds more than ${most} lines of text.`,
  'page-of-several': () =>
    'Its page may hold a label of somebody else, which cannot be told from this one: if it is printed, all of it comes out.',
  'label-way-unsaid': () => 'It shows the address of the recipient and another one, but not to which of them the parcel goes.',
  'part-names-nobody': () =>
    'A part of the page beside the label names nobody of this order. Where the label is printed that part is left out.',
  'sheet-names-nobody': () => 'A sheet beside the label names nobody of this order.',
  'sheet-cannot-be-parted': () =>
    'Something of somebody else stands beside the label on its sheet, and cannot be left out: so no printer gets it.',
  'form-of-other': () => 'A sheet of a known form beside the label may be of another parcel.',
  'goes-to-other': () => 'It names the recipient, and somebody else where it says who gets the parcel.',
  'name-at-other-door': () => 'It has the name, and another street or house number.',
  'name-in-other-town': () => 'It has the name and the street, but another postal code.',
  'name-of-other-contact': () => 'It has the address, but names another person there too.',
  'name-is-longer': () => 'It names somebody with more or fewer names, and not the whole address.',
  'postal-code-strays': () => 'It has the name, and the postal code only as a number that may be something else.',
  'label-asks-copies': ({ copies, parcels }) =>
    `It asks the printer for ${copies} copies of itself, and ${parcels === 1 ? 'one was' : `${parcels} were`} bought. No more than that come out.`,
  'paper-took-too-long': ({ seconds }) => `Packbench gave up reading it after ${seconds} s.`,
  'paper-needs-memory': ({ megabytes }) => `Packbench gave up reading it: that needs more than ${megabytes} MB of memory.`,
  'paper-process-ended': () => 'The part of Packbench that reads labels and documents stopped at this one.',
  'label-refused-at-gate': ({ why }) =>
    `It could change the printer for the labels after it, or come out in part, so no printer gets it. What is wrong in its ZPL: ${why}.`,
  'paper-too-large': ({ megabytes }) => `It is larger than ${megabytes} MB.`,
  'paper-of-no-kind': () => 'It is neither ZPL nor PDF.',
  'pdf-not-whole': () => 'The PDF is not whole: its end or a part of it is missing.',
  'document-takes-pdf': () => 'A document printer takes PDF only.',
  'document-of-no-kind': () => 'It is in a form nobody knows.',
  'picture-too-large': ({ megapixels, most }) =>
    `The picture has ${megapixels} million dots. Packbench draws at most ${most} million. Save it as a file and open it in another program.`,
  'text-too-long': ({ lines }) => `The text has more than ${lines} lines. Save it as a file and open it in another program.`,
  'document-undrawable': ({ why }) => `It cannot be drawn: ${why}`,
  'label-not-booked-here': () => 'This bench did not book it: there is no order here to compare its label with.',
  'paper-came-as': ({ format }) => `It came ${cameAs[format]}, not as a PDF.`,
};
