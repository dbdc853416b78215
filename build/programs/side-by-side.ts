import { spawn } from 'node:child_process';

// `node build/programs/side-by-side.ts types lint build`: runs scripts of package.json in parallel, and fails if one of them fails. All run
// to the end, so that one run shows both type errors and dead code.
const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Only npm scripts call this: it asks npm for the others.');

function run(npm: string, script: string): Promise<boolean> {
  // Piped, so that no script overwrites the lines of another.
  const child = spawn(process.execPath, [npm, 'run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(`npm run ${script} failed.\n`);
      resolve(code === 0);
    });
  });
}

const ends = await Promise.all(process.argv.slice(2).map((script) => run(npm, script)));
process.exitCode = ends.every(Boolean) ? 0 : 1;
