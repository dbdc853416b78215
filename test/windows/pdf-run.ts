/**
 * `npm run test:wine-pdf [-- --root FOLDER]`: a PDF goes through `pdf-to-printer` and SumatraPDF to a queue, and the output is read back.
 * SumatraPDF is a 32-bit program, and wine32 cannot be installed beside wine64: it runs in an i386 root, which is created here if none is
 * given. Needs root, debootstrap, CUPS, ghostscript and zbar-tools.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import bwip from 'bwip-js/node';
import PdfDocument from 'pdfkit';
import { silent, startTcpPrinter } from '../fakes/tcp-printer.ts';
import { startCups } from '../printers/cups-server.ts';

const run = promisify(execFile);
const { values } = parseArgs({ options: { root: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'packbench-wine-pdf-'));
const root = resolve(values.root ?? join(folder, 'root'));
const windowsNode = 'node-win-x86@22.23.2';
const [line, square] = ['PACKBENCH-0123456789', 'https://track.example/3SABCD0123456789'];

/** The number that Windows uses for that paper. */
const a5 = '11';

function say(what: string): void {
  console.log(`${(performance.now() / 1000).toFixed(1)} s  ${what}`);
}

/** A page with a Code 128 and a QR code, in points. */
async function page(width: number, height: number): Promise<Buffer> {
  const document = new PdfDocument({ size: [width, height], margin: 0 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => document.on('end', done));
  document.image(await bwip.toBuffer({ bcid: 'code128', text: line, scale: 4, height: 15 }), 20, 40, { width: width - 40 });
  document.image(await bwip.toBuffer({ bcid: 'qrcode', text: square, scale: 6 }), 60, 160, { width: 140 });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Creates an i386 root with Wine, a Node for Windows and the code with which the program prints PDFs. */
function furnish(): void {
  if (!existsSync(join(root, 'usr/lib/wine/wine')))
    execFileSync('debootstrap', ['--arch=i386', '--variant=minbase', '--include=wine32,libcups2', 'bookworm', root], { stdio: 'ignore' });
  const project = join(root, 'project');
  for (const path of ['package.json', 'electron/printers/sumatra-pdf.ts', 'test/windows/print-pdf.ts', 'node_modules/pdf-to-printer'])
    cpSync(path, join(project, path), { recursive: true, dereference: true });
  const npm = ['install', '--prefix', join(folder, 'node'), '--os=win32', '--cpu=ia32', '--force', '--ignore-scripts', '--no-save'];
  execFileSync('npm', [...npm, windowsNode], { stdio: 'ignore' });
  cpSync(join(folder, 'node/node_modules/node-win-x86/bin/node.exe'), join(root, 'node.exe'));
  for (const path of ['prefix', 'sheets']) rmSync(join(root, path), { recursive: true, force: true });
  mkdirSync(join(root, 'sheets'));
  writeFileSync(join(root, 'up'), '');
}

const inRoot = (env: NodeJS.ProcessEnv, command: string): Promise<{ stdout: string }> =>
  run('chroot', [root, 'sh', '-c', command], {
    env: {
      PATH: '/usr/sbin:/usr/bin:/bin',
      HOME: '/root',
      CUPS_SERVER: env['CUPS_SERVER'],
      WINEPREFIX: '/prefix',
      WINEDEBUG: '-all',
      WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
      NODE_SKIP_PLATFORM_CHECK: '1',
    },
  });

let wrong = 0;
function expectThat(what: string, isSo: boolean, found: unknown): void {
  say(`${isSo ? 'ok ' : 'NOT'} ${what}${isSo ? '' : `: ${JSON.stringify(found)}`}`);
  if (!isSo) wrong += 1;
}

furnish();
say(`a root of i386 with Wine and ${windowsNode}`);
execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
const cups = await startCups();
const printer = await startTcpPrinter(silent);
try {
  await cups.admin('lpadmin', '-p', 'Office', '-E', '-v', `socket://127.0.0.1:${printer.endpoint.port}/?snmp=false`, '-m', 'raw');
  // An idle Wine shuts down, and a program that starts during the shutdown hangs.
  const stays = `console.log('up'); setInterval(() => undefined, 60_000)`;
  const staying = inRoot(cups.env, `/usr/lib/wine/wine /node.exe -e "${stays}" >/up 2>/dev/null </dev/null`);
  staying.catch(() => undefined);
  while (!readFileSync(join(root, 'up'), 'utf8').includes('up')) await wait(50);
  say('Wine is up');

  const sumatra = String.raw`Z:\project\node_modules\pdf-to-printer\dist\SumatraPDF-3.4.6-32.exe`;
  async function print(queue: string, bytes: Buffer, kind = ''): Promise<{ ran: { is: string }; drawn: Buffer }> {
    const before = printer.received().length;
    writeFileSync(join(root, 'sheets/sheet.pdf'), bytes);
    const words = [sumatra, String.raw`Z:\sheets`, queue, String.raw`Z:\sheets\sheet.pdf`, kind].map((word) => `'${word}'`).join(' ');
    const script = String.raw`'Z:\project\test\windows\print-pdf.ts'`;
    await inRoot(cups.env, `/usr/lib/wine/wine /node.exe ${script} ${words} >/said 2>/complained </dev/null`);
    const { stdout } = await inRoot(cups.env, 'cat /said');
    const lpstat = async (): Promise<string> => (await run('lpstat', ['-o'], { env: cups.env })).stdout;
    while ((await lpstat()) !== '') await wait(100);
    return { ran: JSON.parse(stdout) as { is: string }, drawn: printer.received().subarray(before) };
  }
  /** Codes on the page at 203 dpi, and its size in dots. */
  async function readBack(drawn: Buffer): Promise<string> {
    const [script, picture] = [join(folder, 'page.ps'), join(folder, 'page.png')];
    writeFileSync(script, drawn);
    await run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pnggray', '-r203', `-sOutputFile=${picture}`, script]);
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', picture]);
    return stdout;
  }

  const label = await print('Office', await page(288, 432));
  expectThat('a PDF goes through pdf-to-printer and SumatraPDF', label.ran.is === 'ended', label.ran);
  const read = await readBack(label.drawn);
  expectThat(
    'both bar codes of what came out decode',
    [line, square].every((code) => read.includes(code)),
    read,
  );

  const paperOf = ({ drawn }: { drawn: Buffer }): string | undefined =>
    /\/PageSize\s*\[\s*(\d+)\s+(\d+)/.exec(drawn.toString('latin1'))?.slice(1, 3).join('x');
  const usual = paperOf(await print('Office', await page(595, 842)));
  const named = paperOf(await print('Office', await page(595, 842), a5));
  expectThat('it comes on the paper of the driver that was named', named === '420x595' && usual !== named, { usual, named });

  const nowhere = await print('Nowhere', await page(288, 432));
  expectThat(
    'a missing printer is reported, and nothing comes out',
    nowhere.ran.is === 'not-begun' && nowhere.drawn.length === 0,
    nowhere.ran,
  );
} finally {
  await inRoot(cups.env, '/usr/lib/wine/wineserver -k; /usr/lib/wine/wineserver -w; true');
  execFileSync('umount', [join(root, 'proc')]);
  await printer.stop();
  await cups.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`wrong=${wrong}`);
process.exitCode = wrong === 0 ? 0 : 1;
