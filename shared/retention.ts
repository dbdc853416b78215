/** Kinds of personal data, by how long they are kept. Each day has a key of its own for each kind: deleting the key deletes the data. */
export const keptClasses = ['people', 'labels', 'answers', 'delivery', 'history'] as const;
export type KeptClass = (typeof keptClasses)[number];

/**
 * Days that each kind is kept after it was written. Data of shipments, pickups and orders that are not settled yet is kept until they are.
 * `people`: names, addresses, messages, packers. `labels`: labels and documents. `answers`: requests and answers of the service as bytes.
 * `delivery`: tracking and proof of delivery. `history`: remarks on the steps.
 */
export const keptDays: Readonly<Record<KeptClass, number>> = { people: 90, labels: 30, answers: 7, delivery: 90, history: 90 };
