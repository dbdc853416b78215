// `npm run strangers:mirror -- --sites 500 [--seed S]`, `--wrong NUMBER`, `--wrongs`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commit } from '../commit.ts';
import { loadProgram } from '../program.ts';
import { wrongs } from './wrongs.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '500' },
    seed: { type: 'string', default: commit() },
    wrong: { type: 'string' },
    wrongs: { type: 'boolean', default: false },
  },
});

async function liveSites(isEnough: (finding: string) => boolean): Promise<readonly string[]> {
  const { receiveSite } = await import('./hearing.ts');
  const { receiveOrders } = await import('./orders.ts');
  const folder = mkdtempSync(join(tmpdir(), 'packbench-mirror-'));
  const findings: string[] = [];
  for (let site = 0; site < Number(values.sites) && !findings.some(isEnough); site += 1)
    for (const receive of [receiveSite, receiveOrders])
      findings.push(...(await receive(`${values.seed} ${site}`, join(folder, `${receive.name} ${site}`))));
  rmSync(folder, { recursive: true, force: true });
  return findings;
}

/** Runs each reintroduced bug in its own process, because a process can load only one. */
function tryWrongs(): boolean {
  const self = fileURLToPath(import.meta.url);
  const tries = wrongs.map((_, at) =>
    spawnSync(process.execPath, [self, '--wrong', String(at), '--sites', '40', '--seed', values.seed], { stdio: 'inherit' }),
  );
  return tries.every(({ status }) => status === 0);
}

async function tryWrong(at: number): Promise<boolean> {
  const wrong = wrongs[at];
  if (!wrong) throw new Error(`There are ${wrongs.length} wrongs, from 0 on`);
  loadProgram(wrong.edits);
  const found = (await liveSites((finding) => wrong.matches.test(finding))).find((finding) => wrong.matches.test(finding));
  console.log(`wrong="${wrong.title}" by=${found?.slice(0, 220) ?? 'nobody'}`);
  return found !== undefined;
}

async function trySites(): Promise<boolean> {
  const findings = await liveSites(() => false);
  for (const finding of findings) console.log(finding);
  console.log(`seed=${values.seed} sites=${values.sites} wrong=${findings.length}`);
  return findings.length === 0;
}

const isGood = values.wrongs ? tryWrongs() : values.wrong === undefined ? await trySites() : await tryWrong(Number(values.wrong));
process.exit(isGood ? 0 : 1);
