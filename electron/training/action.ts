/** The seven operations, by the names that `action` gives them. */
export const actions = ['quote', 'ship', 'pickup', 'track', 'labels', 'service_points', 'upload_documents'] as const;

export type Action = (typeof actions)[number];
