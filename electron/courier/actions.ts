/** The seven operations of the service, as `action` names them. */
export const actions = ['quote', 'ship', 'pickup', 'track', 'labels', 'service_points', 'upload_documents'] as const;
export type Action = (typeof actions)[number];
