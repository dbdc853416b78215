import type { Wrong } from '../wrong.ts';

/** Three guards stand behind each other, so that none of them alone can be seen from outside. */
export const wrong: Wrong = {
  title: 'A shipment of two orders holds only the first of them',
  edits: [
    {
      file: 'electron/bench/exchange/bench-ledger.ts',
      find: 'return [what, ...(what.joined ?? [])].map(',
      replace: 'return [what].map(',
    },
    {
      file: 'electron/bench/ship/purchase.ts',
      find: 'if (isTaken(context, offer) || (',
      replace: 'if ((offer.bookingId === "" && isTaken(context, offer)) || (',
    },
    {
      file: 'electron/journal/schema.ts',
      find: "WHEN NEW.state = 'intent' AND OLD.state <> 'intent' BEGIN",
      replace: "WHEN NEW.state = 'nothing' BEGIN",
    },
    {
      file: 'electron/journal/schema.ts',
      find: "AND state NOT IN ('draft', 'quoted', 'rejected', 'released'));\n  END;\n  CREATE TRIGGER intended_once",
      replace: "AND state = 'nothing');\n  END;\n  CREATE TRIGGER intended_once",
    },
  ],
};
