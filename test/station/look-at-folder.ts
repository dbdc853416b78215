// `node look-at-folder.ts ROOT DATA_DIR`: takes the files of a watched folder, reports what it took, then ends.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createHotFolder } from '../../electron/station/hot-folder.ts';

const [root = '', data = ''] = process.argv.slice(2);
const taken: string[] = [];
const hot = createHotFolder({
  folder: () => root,
  markFile: join(data, 'mark'),
  random: (bytes) => randomBytes(bytes),
  take: () => async (file) => {
    taken.push(file.name);
    const counts = { rows: 1, inOrders: 1, needless: [], skippedRows: 0, taken: 1, unchanged: 0, held: 0 };
    return { ok: true, value: { file: file.name, ...counts, isWhole: true, problems: [], skipped: [], remarks: [] } };
  },
  lease: { isShared: () => false, isHere: () => true, ask: async () => 'here', end: () => undefined },
  changed: () => undefined,
  log: () => undefined,
});
for (let look = 0; look < 3; look += 1) await hot.look();
await hot.close();
process.stdout.write(JSON.stringify({ state: hot.state(), taken }));
