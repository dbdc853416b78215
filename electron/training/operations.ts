import type { Action } from './action.ts';
import { findServicePoints } from './operations/find-service-points.ts';
import { labels } from './operations/labels.ts';
import type { Operation } from './operations/operation.ts';
import { pickup } from './operations/pickup.ts';
import { quote } from './operations/quote.ts';
import { ship } from './operations/ship.ts';
import { track } from './operations/track.ts';
import { uploadDocuments } from './operations/upload-documents.ts';

const byAction: Readonly<Record<Action, Operation>> = {
  quote,
  ship,
  pickup,
  track,
  labels,
  service_points: findServicePoints,
  upload_documents: uploadDocuments,
};

/** The seven operations by the name that `action` gives them. */
export const operations: ReadonlyMap<string, Operation> = new Map(Object.entries(byAction));
