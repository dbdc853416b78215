import type { Outgoing, Sent } from './ports.ts';
import type { Room } from './room.ts';

/** The one request of an intent. Where the program fails on it the request may have left, and nothing was heard of it. Never throws. */
export async function sendOnce(room: Room, request: Outgoing): Promise<Sent> {
  try {
    return await room.courier.sendOnce(request);
  } catch (error) {
    return { is: 'silent', why: `The program failed while it was sent (${room.bug('sending', error).ref}).` };
  }
}
