import type { GivenReason } from '../shared/reprint.ts';

/** A reason for a reprint that leaves no old label. */
export const because: GivenReason = { why: 'lost' };
