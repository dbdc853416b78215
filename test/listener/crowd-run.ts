import { parseArgs } from 'node:util';
import { quickFolder } from '../quick-folder.ts';
import { lineOf, runCrowd } from './crowd.ts';

process.env['TMPDIR'] = quickFolder;

// `npm run test:listeners -- --posts 10000 --slow 200`: the last line is the measurement. Ends with 1 if a real delivery or a call of the
// window failed, or if one of them took longer, or the memory grew more, than the limits here.
const limits = { deliveryMs: 2000, callMs: 200, memoryRatio: 1.15 };

const { values } = parseArgs({ options: { posts: { type: 'string', default: '10000' }, slow: { type: 'string', default: '200' } } });
const result = await runCrowd(Number(values.posts), Number(values.slow));
const { missed, failedCalls, deliveryMs, callMs, before, after, delivered, ordersKept, deliveriesKept } = result;
for (const each of [...missed, ...failedCalls].slice(0, 10)) console.log(each);
console.log(lineOf(result));
const isWhole = missed.length + failedCalls.length === 0 && ordersKept + deliveriesKept === delivered;
const isQuick = deliveryMs.slowest < limits.deliveryMs && callMs.slowest < limits.callMs;
process.exitCode = isWhole && isQuick && after.rssMb < limits.memoryRatio * before.rssMb ? 0 : 1;
