import type { PaperReason } from '../../../shared/paper-reason.ts';
import type { Sentences } from '../sentences.ts';

const cameAs: Record<Extract<PaperReason, { readonly code: 'paper-came-as' }>['format'], string> = {
  ZPL: 'as a label (ZPL)',
  PNG: 'as a picture (PNG)',
  JPEG: 'as a picture (JPEG)',
  HTML: 'as a web page',
  TEXT: 'as plain text',
  OTHER: 'in an unknown format',
};

const notRead: Record<Extract<PaperReason, { readonly code: 'enclosure-not-read' }>['why'], string> = {
  gone: 'there is no such file',
  'not-allowed': 'Windows or another system does not allow it',
  'no-file': 'it is not a file',
  link: 'it is a link to another file, and Packbench follows none',
  changing: 'another program is writing to it',
  other: 'the disk or the network reported an error',
};

export const paperReasons: Sentences<PaperReason> = {
  'label-sender-unknown': () => 'The sender of this shipment is not known.',
  'label-names-home': () => 'It names the home of the recipient, not the service point.',
  'label-is-picture': () => 'Its address is a picture and cannot be read here.',
  'label-picture-of-booking': ({ number }) =>
    `Its bar code is this parcel's (${number}). Its address is a picture and cannot be read here.`,
  'label-without-sheet': () => 'It has no page.',
  'label-without-text': () => 'It contains no text that can be read.',
  'label-has-many-texts': ({ most }) => `It contains more than ${most} lines of text.`,
  'page-of-several': () =>
    'Its page may contain a label of somebody else, which cannot be separated from this one: if it is printed, the whole page comes out.',
  'label-direction-unclear': () => 'It shows the address of the recipient and another one, but not which of them is the destination.',
  'part-without-name': () => 'A part of the page beside the label has no name of this order. That part is left out when the label prints.',
  'sheet-without-name': () => 'A page beside the label has no name of this order.',
  'sheet-cannot-be-parted': () =>
    'Data of somebody else is beside the label on its page and cannot be left out, so the page is not printed.',
  'form-of-other': () => 'A page of a known kind beside the label may belong to another parcel.',
  'goes-to-other': () => 'It names the recipient, but it is addressed to somebody else.',
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
  'pdf-not-whole': () => 'The PDF is incomplete: its end or a part of it is missing.',
  'enclosure-not-read': ({ path, why }) => `"${path}" cannot be read: ${notRead[why]}.`,
  'enclosure-no-pdf': ({ path }) => `"${path}" is not a PDF.`,
  'enclosure-not-whole': ({ path }) => `"${path}" is not the full path of a file.`,
  'document-takes-pdf': () => 'A document printer takes PDF only.',
  'document-of-no-kind': () => 'It is in an unknown format.',
  'picture-too-large': ({ megapixels, most }) =>
    `The picture has ${megapixels} million dots. Packbench draws at most ${most} million. Save it as a file and open it in another program.`,
  'text-too-long': ({ lines }) => `The text has more than ${lines} lines. Save it as a file and open it in another program.`,
  'document-undrawable': ({ why }) => `It cannot be drawn: ${why}`,
  'label-not-booked-here': () => 'This bench did not book it: there is no order here to compare its label with.',
  'paper-came-as': ({ format }) => `It came ${cameAs[format]}, not as a PDF.`,
};
