import { done, type Envelope, refused } from '../envelope.ts';
import { type FieldReader, readFields } from '../field-reader.ts';
import { type Fields, textOf } from '../fields.ts';
import { namedOrders, type OperationContext, readingOf } from './operation.ts';

export function uploadDocuments(request: Fields, context: OperationContext): Envelope {
  const number = textOf(request, 'order_no');
  if (number === '') return refused('order_no is mandatory');
  const reading = readingOf(context);
  const [order] = namedOrders([number], 'order_no', reading.problems, context);
  if (!order) return refused(...reading.problems);
  const documents = readFields(request, '', reading).list('documents', readDocument, 'at least one document');
  if (reading.problems.length > 0) return refused(...reading.problems);
  const { environment, store, now } = context;
  for (const document of documents) {
    store.memory.documents.push({ environment, orderNo: order.orderNo, ...document, at: now.toISOString() });
  }
  store.save();
  return done({ success: '1' });
}

function readDocument(reader: FieldReader) {
  const documentType = reader.choice('document_type', ['Customs Invoice', 'Certificate of Origin'], 'mandatory') ?? '';
  const name = reader.mandatory('name');
  const mediaType = reader.mandatory('type');
  if (mediaType !== '' && !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) reader.complain('type', `"${mediaType}" is not a media type`);
  const content = reader.mandatory('content');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== content.replace(/=+$/, '')) reader.complain('content', 'is not Base64');
  return { documentType, name, mediaType, sizeBytes: bytes.length };
}
