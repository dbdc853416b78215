import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openJournal } from '../../electron/journal/journal.ts';
import { openStation } from '../path/plain-platform.ts';

// A station that imports a file of orders and is killed within the given slice.
const [, , dataDir = '', file = '', killedIn = ''] = process.argv;
let slices = 0;
const { handlers } = await openStation(
  dataDir,
  {},
  {
    openJournal: (where) => {
      const journal = openJournal(where);
      return {
        ...journal,
        takePrepared: (...args) => {
          const taken = journal.takePrepared(...args);
          slices += 1;
          if (slices === Number(killedIn)) process.kill(process.pid, 'SIGKILL');
          return taken;
        },
      };
    },
  },
);
await handlers.enterWorld({ world: 'training' });
await handlers.importOrders({ name: basename(file), bytes: new Uint8Array(readFileSync(file)) });
