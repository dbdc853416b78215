import type { Edit } from '../strangers/wrong.ts';

/** A mutant with one lock removed, and the tests of which at least one must fail. */
export interface Mutant {
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly test: string;
  /** Runs only the tests whose title contains this. */
  readonly named?: string;
}

const without = (title: string, file: string, find: string, replace: string, test: string, named?: string): Mutant => ({
  title,
  edits: [{ file, find, replace }],
  test,
  ...(named !== undefined && { named }),
});

const windowTests = 'test/e2e/locks.campaign.test.ts';
const lockTests = 'test/security/locks.test.ts';
const inWindow = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/shell/window.ts', find, replace, lockTests);
const inIpc = (title: string, find: string, replace: string): Mutant => without(title, 'electron/shell/ipc.ts', find, replace, lockTests);
const inPages = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/shell/pages.ts', find, replace, lockTests);

const inGuards = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/shell/package-guards.ts', find, replace, lockTests);

const inLinks = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/bench/tracking/tracking-link.ts', find, replace, lockTests);

const directive = (line: string): Mutant => inPages(`policy without ${line.replace(/[`"]/g, '').split(' ')[0]}`, `    ${line},\n`, '');

const authorityTests = 'test/strangers/cases/authorities-of-the-environment.campaign.test.ts';
const inAuthorities = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/station/authorities.ts', find, replace, authorityTests);
const inSiteDesk = (title: string, find: string, replace: string): Mutant =>
  without(title, 'electron/station/site-desk.ts', find, replace, 'test/path/joining.test.ts');
const urlTests = 'test/courier/urls.test.ts';
const webhookTests = 'test/courier/webhooks.test.ts';
const listenerTests = 'test/listener/listener.test.ts';
const listenerFile = 'electron/listener/http-listener.ts';
const inListener = (title: string, find: string, replace: string, named: string): Mutant =>
  without(title, listenerFile, find, replace, listenerTests, named);
const foreignFile = 'electron/files/foreign-file.ts';
const folderTests = 'test/station/foreign-folder.test.ts';
const inHotFolder = (title: string, find: string, replace: string, named: string): Mutant =>
  without(title, 'electron/station/hot-folder.ts', find, replace, folderTests, named);
const mySqlTests = 'test/shared/my-sql.test.ts';
const windowsTests = 'test/printers/windows-spooler.campaign.test.ts';
const workerTests = 'test/workers/worker-line.test.ts';
const wayTests = 'test/printers/ways.campaign.test.ts';
const clearTests = 'test/strangers/cases/nothing-left-in-clear.test.ts';
const textTests = 'test/strangers/cases/too-much-text.test.ts';
const keyTests = 'test/strangers/cases/kept-key.test.ts';
const pieceTests = 'test/path/pieces.test.ts';
const joinedTests = 'test/ledger/joined-orders.test.ts';
const keyChangeTests = 'test/path/key-change.test.ts';
const returnTests = 'test/path/return-label.test.ts';
const leaseTests = 'test/path/by-product-of-site.test.ts';

/** Locks of the window and of its calls. The run of each takes a moment, so `npm test` removes every one. */
export const shellMutants: readonly Mutant[] = [
  ...(['sandbox: true', 'contextIsolation: true', 'webSecurity: true'] as const).map((line) =>
    inWindow(`window with ${line.replace('true', 'false')}`, `      ${line},`, `      ${line.replace('true', 'false')},`),
  ),
  ...(
    [
      'nodeIntegration: false',
      'nodeIntegrationInWorker: false',
      'nodeIntegrationInSubFrames: false',
      'allowRunningInsecureContent: false',
      'experimentalFeatures: false',
      'webviewTag: false',
      'spellcheck: false',
    ] as const
  ).map((line) => inWindow(`window with ${line.replace('false', 'true')}`, `      ${line},`, `      ${line.replace('false', 'true')},`)),
  inWindow(
    'window with a feature of Blink',
    '      spellcheck: false,',
    "      spellcheck: false,\n      enableBlinkFeatures: 'PrivateNetworkAccessPermissionPrompt',",
  ),
  inWindow('window with plug-ins', '      spellcheck: false,', '      spellcheck: false,\n      plugins: true,'),
  inWindow('developer tools in a package', 'devTools: !app.isPackaged', 'devTools: true'),
  inWindow(
    'pages of the developer tools are loaded by a package',
    "!app.isPackaged && text.startsWith('devtools:')",
    "text.startsWith('devtools:')",
  ),
  inWindow('no sandbox for every window', '  app.enableSandbox();\n', ''),
  inWindow('no switch for WebRTC', "  app.commandLine.appendSwitch('webrtc-ip-handling-policy', webRtcPolicy);\n", ''),
  inWindow('no policy for WebRTC', '  webContents.setWebRTCIPHandlingPolicy(webRtcPolicy);\n', ''),
  inWindow("the network's own way is open to WebRTC", "mode: 'fixed_servers'", "mode: 'direct'"),
  inWindow('every permission is given', 'answer(false));', 'answer(true));'),
  inWindow('every permission is reported as given', 'setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'),
  inWindow('every device is given', 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'),
  inWindow('no request is refused', 'cancel: !isAllowedRequest(details.url)', 'cancel: false'),
  ...['will-navigate', 'will-frame-navigate', 'will-redirect'].map((name) =>
    inWindow(`${name} is not looked at`, `  webContents.on('${name}', stay);\n`, ''),
  ),
  inWindow('a second window opens', "({ action: 'deny' })", "({ action: 'allow' })"),
  inWindow('a webview is let in', "  webContents.on('will-attach-webview', (event) => event.preventDefault());\n", ''),
  inWindow('any page of the scheme is ours', "url.protocol === 'app:' && url.host === 'bundle'", "url.protocol === 'app:'"),
  inWindow('any scheme is ours', "url.protocol === 'app:' && url.host === 'bundle'", "url.host === 'bundle'"),
  inWindow(
    'a package believes in the development server',
    "app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']",
    "process.env['ELECTRON_RENDERER_URL']",
  ),
  inIpc(
    'a frame that is gone may call',
    'senderFrame !== null && senderFrame.parent === null',
    '(senderFrame === null || senderFrame.parent === null)',
  ),
  inIpc('a frame inside the page may call', ' && senderFrame.parent === null', ''),
  inIpc('a page of others may call', ' && isOurPage(senderFrame.url)', ''),
  inIpc('arguments are not held against the contract', 'if (!args.success) {', 'if (!args.success && false) {'),
  {
    title: 'a path leads out of the pages',
    edits: [
      { file: 'electron/shell/pages.ts', find: 'return /[\\0\\\\]|\\.\\./.test(path) ? undefined : path;', replace: 'return path;' },
      { file: 'electron/shell/pages.ts', find: '!file?.startsWith(root + sep) || ', replace: '!file || ' },
    ],
    test: lockTests,
  },
  {
    title: 'a path leads to a folder whose name begins alike',
    edits: [
      { file: 'electron/shell/pages.ts', find: 'return /[\\0\\\\]|\\.\\./.test(path) ? undefined : path;', replace: 'return path;' },
      { file: 'electron/shell/pages.ts', find: 'startsWith(root + sep)', replace: 'startsWith(root)' },
    ],
    test: lockTests,
  },
  inPages('a file of any type is a page', ' || !type)', ')'),
  inPages('types are guessed', "      'x-content-type-options': 'nosniff',\n", ''),
  inPages('the address of the previous page is sent', "      'referrer-policy': 'no-referrer',\n", ''),
  inPages('other windows reach the page', "      'cross-origin-opener-policy': 'same-origin',\n", ''),
  inPages('other origins take the pages', "      'cross-origin-resource-policy': 'same-origin',\n", ''),
  inLinks('a link of any scheme is opened', "url.protocol !== 'https:' || ", ''),
  inLinks('a link with a user is opened', 'url.username || ', ''),
  inLinks('a link with a password is opened', 'url.password || ', ''),
  inLinks('a link to any port is opened', ' || url.port)', ')'),
  inLinks('a link to a numeric address is opened', 'publicHost.test(url.hostname) && ', ''),
  inLinks('a link into the own network is opened', ' && !privateHost.test(url.hostname)', ''),
  inLinks('a link with blanks is opened', '[\\s\\p{Cc}\\\\]', '[\\p{Cc}\\\\]'),
  inLinks('a link with a backslash is opened', '[\\s\\p{Cc}\\\\]', '[\\s\\p{Cc}]'),
  inLinks('a link of any length is opened', 'text.length > longestLink || ', ''),
  inGuards('a package starts with a switch that is not listed', '!isKnown(argument)', 'false'),
  inGuards('a package starts with a switch of one dash', 'isSwitch = os', "isSwitch = os === 'linux' ? /^--/ : os"),
  inGuards('a package of Windows starts with a switch behind a slash', '/^[-/]/', '/^-/'),
  inGuards('a package accepts what only begins like an option', 'argument === `--${option}`', 'argument.startsWith(`--${option}`)'),
  inGuards('a package moves the rollback guard', "  'data-dir=',", "  'data-dir=',\n  'witness-dir=',"),
  inPages('answers are kept', "      'cache-control': 'no-store',\n", ''),
  inPages('every script may compile', 'isDrawingWorker(path) ? drawingPolicy : pagePolicy(nonce)', 'drawingPolicy'),
  inPages('the drawing worker may make script of text', "; require-trusted-types-for 'script'; trusted-types 'none'", ''),
  inPages('the drawing worker may do all', "const drawingPolicy = \"default-src 'none'; ", 'const drawingPolicy = "'),
  ...[
    '"default-src \'none\'"',
    "`script-src 'self' 'nonce-${nonce}'`",
    "`style-src 'self' 'nonce-${nonce}'`",
    '"img-src \'self\' data: blob:"',
    '"font-src \'self\'"',
    '"connect-src \'self\'"',
    '"worker-src \'self\'"',
    '"object-src \'none\'"',
    '"base-uri \'none\'"',
    '"form-action \'none\'"',
    '"frame-ancestors \'none\'"',
    '"require-trusted-types-for \'script\'"',
    '`trusted-types ${workerPolicy}`',
  ].map(directive),
];

export const windowMutants: readonly Mutant[] = [
  without(
    'the preload listens to any push',
    'electron/shell/preload.ts',
    '  if (!names.pushes.some((known) => known === name)) throw new Error(`There is no push "${name}".`);\n',
    '',
    windowTests,
    'only the named calls',
  ),
  without(
    'a package starts with a debugger',
    'electron/shell/main.ts',
    'app.isPackaged ? refusedArguments(process.argv, process.platform) : []',
    '[]',
    'test/security/package.test.ts',
    'says so and opens nothing',
  ),
  without(
    'a package writes its memory to core files',
    'electron/shell/main.ts',
    'if (app.isPackaged) emptyCoreFiles(process.platform);',
    '',
    'test/security/package.test.ts',
    'out of core files',
  ),
  without(
    'the program starts twice on one data folder',
    'electron/shell/main.ts',
    'if (app.requestSingleInstanceLock())',
    'if (app.requestSingleInstanceLock() || true)',
    windowTests,
    'second program',
  ),
  without(
    'the program trusts whom the environment names',
    'electron/shell/main.ts',
    '    trustedCertificates: authorities,',
    "    trustedCertificates: () => process.getBuiltinModule('node:tls').getCACertificates('extra'),",
    windowTests,
    'named by the environment',
  ),
];

export const roomMutants: readonly Mutant[] = [
  without(
    'a scan of one of two labels puts both on their parcels',
    'electron/journal/bookings.ts',
    'piecesOnParcel.length + 1 >= piece.of',
    'true',
    pieceTests,
    'marks only its own parcel',
  ),
  without(
    'a code that is on every label marks the first one',
    'electron/bench/ship/scan-back.ts',
    'context.journal.labelWithCode(id, bareCode(code));',
    'context.journal.labelWithCode(id, bareCode(code)) ?? 1;',
    pieceTests,
    'asks for the number of the label',
  ),
  without(
    'a link is opened before a person read its host',
    'electron/calls/track.ts',
    'const isOpen = host === which.host;',
    'const isOpen = true;',
    'test/path/day.test.ts',
    'confirmed its host',
  ),
  without(
    'unknown badges are not counted',
    'electron/credentials/people.ts',
    '(badgeGuesses) => write({ ...list, badgeGuesses }),',
    '() => undefined,',
    'test/path/sign-in.test.ts',
    'slowed like wrong PINs',
  ),
  without(
    'a deleted account is taken as a proof',
    'electron/station/lead-access.ts',
    '(!isKept && !credentials.isProofMarked())',
    '!isKept',
    'test/path/sign-in.test.ts',
    'for a moment',
  ),
  without(
    'a kept key goes to any address',
    'electron/credentials/credentials.ts',
    'origin !== undefined && origin === originOf(baseUrl)',
    'origin !== undefined',
    keyTests,
  ),
  without(
    'certificates are checked unless the environment forbids it',
    'electron/courier/route.ts',
    'rejectUnauthorized: true, ',
    '',
    'test/strangers/cases/certificates-are-checked.test.ts',
  ),
  inAuthorities('an environment variable decides where certificates are read', '  for (const name of variables) delete env[name];\n', ''),
  inAuthorities('what Node read before is trusted', '  if (isRedirected && isReadAlready) return () => bundled;\n', ''),
  inAuthorities('a connection without a list trusts the environment', '  setDefaultCACertificates(bundled);\n', ''),
  ...(
    [
      ['electron/orders/ask-database.ts', '    rejectUnauthorized: true,', '    rejectUnauthorized: false,'],
      ['electron/orders/ask-mysql.ts', 'rejectUnauthorized: true, ', 'rejectUnauthorized: false, '],
      ['electron/orders/ask-sql-server.ts', 'trustServerCertificate: false', 'trustServerCertificate: true'],
      ['electron/ledger/database-address.ts', 'rejectUnauthorized: true,', 'rejectUnauthorized: false,'],
    ] as const
  ).map(([file, find, replace]) => without(`any certificate is taken by ${file}`, file, find, replace, authorityTests)),
  inSiteDesk(
    'a site is joined without the word that a person types',
    "      if (word.trim().toUpperCase() !== site.word) return fail('setting-invalid', [{ code: 'join-word-wrong' }]);\n",
    '',
  ),
  inSiteDesk('another site is joined than the one that was named', 'if (site?.id !== id)', 'if (!site)'),
  inSiteDesk(
    'a site is joined while it is looked at',
    'named = { id: platform.id(), word, ...place };',
    'named = { id: platform.id(), word, ...place }; void join(parts, access);',
  ),
  inSiteDesk(
    'a site is joined without the PIN',
    'async joinSite({ id, word, pin }) {\n      const checked = lead.check(pin);\n      if (!checked.ok) return checked;\n',
    'async joinSite({ id, word }) {\n',
  ),
  without('the service is reached without TLS', 'electron/courier/base-url.ts', "url.protocol !== 'https:' && !(", 'false && !(', urlTests),
  without('the address may hold a password', 'electron/courier/base-url.ts', 'if (url.username || url.password)', 'if (false)', urlTests),
  without('deliveries need no secret', 'electron/courier/webhooks.ts', 'if (!known) return { status: 404 };', '', webhookTests),
  without('the secret may be short', 'electron/courier/webhooks.ts', '{${shortestSecret},}', '+', webhookTests),
  without(
    'orders may be sent without the token',
    'electron/orders/push-listener.ts',
    "  if (!isSame(given, token)) return refusal(401, 'token-wrong');\n",
    '',
    'test/path/order-push.test.ts',
  ),
  {
    title: 'what is sent may be of any size',
    edits: [
      { file: listenerFile, find: '      if (size + piece.length > maxBytes) return done(tooLarge);\n', replace: '' },
      {
        file: listenerFile,
        find: "(Number(request.headers['content-length'] ?? 0) > maxBytes ? tooLarge : undefined)",
        replace: 'undefined',
      },
      { file: listenerFile, find: 'Math.min(maxBytes, Math.max(', replace: 'Math.max(0, Math.max(' },
    ],
    test: webhookTests,
  },
  inListener(
    'strangers keep their places',
    'const [oldest] = strangers.keys();',
    'const oldest = [...strangers.keys()].at(-1);',
    'stays open to others',
  ),
  inListener(
    'a stranger takes the place of a request that was let in',
    '    strangers.delete(socket);\n    if',
    '    if',
    'keeps a request',
  ),
  inListener('time-outs are seldom looked at', '      connectionsCheckingInterval: Math.min(1000, timeoutMs),\n', '', 'before a server'),
  inListener(
    'any number of requests may be handled at once',
    'const mostAdmitted = 20;',
    'const mostAdmitted = 2000;',
    'as many requests are being handled',
  ),
  inListener(
    'the rest of a refused body is read without end',
    'await readOff(request, 2 * maxBytes)',
    'await readOff(request, Infinity)',
    'a few megabytes',
  ),
  inListener('any number of strangers may stay', 'const mostStrangers = 256;', 'const mostStrangers = 25600;', 'the oldest of 400'),
  {
    title: 'a request has no time limit',
    edits: [
      { file: listenerFile, find: '      headersTimeout: timeoutMs / 2,\n', replace: '      headersTimeout: 0,\n' },
      { file: listenerFile, find: '      requestTimeout: timeoutMs,\n', replace: '      requestTimeout: 0,\n' },
    ],
    test: listenerTests,
    named: 'too slow',
  },
  without(
    'a port is always open to other computers',
    'electron/listener/port-keeper.ts',
    "to.fromNetwork ? '0.0.0.0' : '127.0.0.1'",
    "'0.0.0.0'",
    listenerTests,
    'unless Setup wants that',
  ),
  without(
    'a look-up has no time limit',
    'electron/orders/shop-request.ts',
    'AbortSignal.timeout(asked.totalMs)',
    'new AbortController().signal',
    'test/orders/shop-request.test.ts',
  ),
  without(
    'a scanned number is not encoded in an address',
    'shared/placeholders.ts',
    'filled(pattern, filling, encodeURIComponent)',
    'filled(pattern, filling, (text) => text)',
    'test/shared/look-up-address.test.ts',
  ),
  without(
    'the log keeps the message of an error',
    'electron/station/log.ts',
    '    .filter((line) => /^\\s+at /.test(line))\n',
    '',
    'test/station/log.test.ts',
  ),
  without(
    'an answer of a print server may be endless',
    'electron/printers/ipp.ts',
    'if (length > mostAnswerBytes)',
    'if (length < 0)',
    'test/printers/endless-answer.test.ts',
  ),
  without(
    'a part of a workbook may be larger than it states',
    'electron/orders/zip-parts.ts',
    "    if (size > part.size) throw new NotReadable({ code: 'workbook-broken' });\n",
    '',
    'test/orders/zip-parts.test.ts',
  ),
  without(
    'a shared file of any size is read',
    'electron/files/foreign-file.ts',
    'Math.min(before.size, mostBytes) + 1',
    'before.size + 1',
    folderTests,
    'one byte more',
  ),
  without(
    'what a shift lead or an admin does is not in the history',
    'electron/calls/handlers.ts',
    "actors.noted(actor, name, 'call-done');",
    'void actors;',
    'test/calls/table.test.ts',
    'live',
  ),
  inListener('every refusal is logged', '    if (performance.now() - loggedAt < logRefusalsEveryMs) return;\n', '', 'one log line'),
  without(
    'plain HTTP is open to other computers unasked',
    'electron/listener/port-keeper.ts',
    'to.fromNetwork && !to.acceptsPlain',
    'false',
    listenerTests,
    'before plain HTTP was accepted',
  ),
  {
    title: 'a link or a pipe in a shared folder is opened',
    edits: [
      {
        file: foreignFile,
        find: "  if (found.isSymbolicLink()) return 'link';\n  return found.isFile() ? undefined : 'no-file';",
        replace: '  void found;\n  return undefined;',
      },
      { file: foreignFile, find: 'O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY', replace: 'O_RDONLY | O_NONBLOCK | O_NOCTTY' },
    ],
    test: folderTests,
    named: 'put in the place of a claimed file',
  },
  without(
    'a shared file is written over',
    foreignFile,
    "open(path, 'wx', 0o600)",
    "open(path, 'w', 0o600)",
    folderTests,
    'writes no new file',
  ),
  inHotFolder('a folder that is a link is used', "at === 'string') return show", "at === 'string' && false) return show", 'is a link'),
  without(
    'a folder may become a link while a file is taken',
    foreignFile,
    "process.platform !== 'linux'",
    'true',
    folderTests,
    'becomes a link while',
  ),
  inHotFolder(
    'a file that cannot be put aside holds up the others',
    'stuck.set(claimed, { why: whyOf(error), again: looks + retryLooks });',
    'throw error;',
    'may not be moved',
  ),
  inHotFolder(
    'a file that may not be read holds up the others',
    "if (!isOfFiles(error) || !ofOneFile.has(error.code ?? '')) throw error;\n    // Another bench was faster",
    'throw error;\n    // Another bench was faster',
    'skips what it may not read',
  ),
  without(
    'a file that breaks the program stays claimed',
    'electron/station/hot-folder.ts',
    "      return unreadable(name, { code: 'file-broke-reader' });",
    '      return undefined;',
    'test/station/hot-folder.test.ts',
    'breaks the program',
  ),
  without(
    'a formula behind a semicolon is run',
    'electron/bench/list-file.ts',
    '/([;\\t|\\r\\n]+)/',
    '/([\\t]+)/',
    'test/path/list-formulas.test.ts',
  ),
  without('a remark that MySQL runs is let through', 'shared/sql-query.ts', '/\\/\\*M?!/i.test(query)', "query === ''", mySqlTests),
  without('a number sign begins no remark', 'shared/sql-query.ts', '|#[^\\n]*', '', mySqlTests),
  without(
    'a look-up goes out in plain HTTP unasked',
    'electron/orders/look-up.ts',
    'if (!acceptsPlain && isPlainBeyond(url))',
    'if (acceptsPlain && isPlainBeyond(url))',
    'test/orders/plain-http.test.ts',
  ),
  without(
    'a reserved address is asked for an order',
    'electron/station/shop-rooms.ts',
    'isNoShopName(new URL(url).hostname)',
    'false',
    'test/station/shop-route.test.ts',
  ),
  without(
    'a name leads a look-up to a reserved address',
    'electron/orders/public-address.ts',
    "lookUpOutside(reserved, 'RESERVED')",
    "lookUpOutside(new BlockList(), 'RESERVED')",
    'test/station/shop-route.test.ts',
  ),
  without(
    'plain HTTP looks names up unchecked',
    'electron/courier/route.ts',
    'allowH2: false, ...lookup })',
    'allowH2: false })',
    'test/station/shop-route.test.ts',
  ),
  without(
    'a scanned number leads to another path',
    'shared/placeholders.ts',
    "=== dotsIn(filled(pattern, filling, () => '0'))",
    '>= 0',
    'test/shared/look-up-address.test.ts',
  ),
  without(
    'a scanned number stands in a GraphQL query',
    'shared/placeholders.ts',
    'if (isQuery && isKnown)',
    "if (isQuery && mark === '')",
    'test/path/graph-look-up.test.ts',
    'is refused',
  ),
  without(
    'an order beside errors is taken',
    'electron/orders/graph-answer.ts',
    'failed.length > 0 &&',
    'failed.length > 9 &&',
    'test/path/graph-look-up.test.ts',
    'an error beside it',
  ),
  without(
    'a cancelled shipment is reported by a template that cannot state it',
    'electron/bench/orders/report-request.ts',
    "if (values.event === 'cancelled' && !statesEvent(template))",
    "if (values.event === '' && !statesEvent(template))",
    'test/path/write-back-template.test.ts',
    'does not state the event',
  ),
  without(
    'a number in the name of the server',
    'shared/order-source.ts',
    "  if (server.includes(numberMark)) return 'number-in-server';\n",
    '',
    'test/shared/look-up-address.test.ts',
  ),
  without(
    'a folder of any computer is used',
    'electron/station/save-settings.ts',
    'host === undefined || trustedHosts.includes(host)',
    'host !== null',
    'test/path/folders-elsewhere.test.ts',
  ),
  without(
    'a queue or device of any computer is used',
    'electron/station/save-settings.ts',
    '(remoteHostOfPrinter(folder) ?? remoteHost(folder))',
    "remoteHost(folder.replace(/^folder:/, ''))",
    'test/path/folders-elsewhere.test.ts',
  ),
  without(
    'steps back lead from a drive to any computer',
    'shared/remote-folder.ts',
    'withoutBack(device.split(',
    'Array.from(device.split(',
    'test/shared/remote-folder.test.ts',
  ),
  without(
    'a rule of another bench opens a file of any computer',
    'electron/bench/documents/enclosure.ts',
    'host !== undefined && !settings().trustedHosts.includes(host)',
    'host === null',
    'test/path/enclosure.test.ts',
    'is not trusted here',
  ),
  without(
    'a queue whose spooler hangs keeps its process',
    'electron/workers/worker-line.ts',
    "    if (worked.is === 'failed') end(asked);\n",
    '',
    windowsTests,
    'if WritePrinter hangs',
  ),
  without(
    'a process beside the program may stall for ever',
    'electron/workers/worker-line.ts',
    "failed('time', `",
    'void (`',
    workerTests,
    'that stalls is ended',
  ),
  without(
    'a process beside the program may take any memory',
    'electron/workers/worker-line.ts',
    'used !== undefined && used > memoryMb',
    'false',
    workerTests,
    'too much memory in buffers',
  ),
  without(
    'a process beside the program outlives it in a loop',
    'electron/workers/answer-questions.ts',
    "process.kill(process.pid, 'SIGKILL')",
    '0',
    workerTests,
    'in a loop without end ends with a program',
  ),
  without(
    'a job given up stays in its queue of Windows',
    'electron/printers/windows-spooler.ts',
    "'cancel', queue, id);",
    "'jobs', queue);",
    windowsTests,
    'stays in its queue',
  ),
  without(
    'a queue waits for a SumatraPDF that hangs',
    'electron/printers/sumatra-pdf.ts',
    "    child?.kill('SIGKILL');\n",
    '',
    windowsTests,
    'one that hangs is killed',
  ),
  without(
    'a queue gets a PDF that was cut off',
    'electron/printers/queue-print.ts',
    "      if (sheet.format === 'PDF' && !isWholePdf(sheet.bytes)) return notSent('print-failed', { code: 'pdf-cut-off' });\n",
    '',
    windowsTests,
    'cut off is not sent',
  ),
  without(
    'a job given up stays in its queue of CUPS',
    'electron/printers/cups-queues.ts',
    'await ask(name, operations.cancelJob, [',
    'await ask(name, operations.jobAttributes, [',
    wayTests,
    'Raw through CUPS .*cancels',
  ),
  without(
    'a queue of CUPS sends again by itself',
    'electron/printers/cups-queues.ts',
    '    if (found && isPutBack(found)) break;\n',
    '',
    wayTests,
    'PDF through CUPS .*lost midway',
  ),
  without(
    'a device that is missing is made as a file',
    'electron/printers/device-file.ts',
    'O_RDWR | O_NONBLOCK | O_NOCTTY',
    'O_RDWR | O_NONBLOCK | O_NOCTTY | constants.O_CREAT',
    wayTests,
    'Raw to a device .*refused',
  ),
  without(
    'sheets of an earlier run stay',
    'electron/printers/printers.ts',
    '  rmSync(folder, { recursive: true, force: true });\n',
    '',
    clearTests,
    'next start',
  ),
  without(
    'an open data folder stays open',
    'electron/files/private-folder.ts',
    "  if (os !== 'win32') close(folder);\n",
    '',
    clearTests,
    'data folder',
  ),
  without(
    'new files can be read by others',
    'electron/files/private-folder.ts',
    "  if (os !== 'win32') process.umask(0o077);\n",
    '',
    clearTests,
    'data folder',
  ),
  without(
    'an order of any size is checked',
    'electron/bench/orders/orders.ts',
    'check(order) {\n      const excess = oversized(order);',
    'check(order) {\n      const excess = undefined;',
    textTests,
    'neither checked nor kept',
  ),
  without(
    'a file may hold any text',
    'electron/orders/reading-rows.ts',
    'const excess = order && (mayBeOversized(rows) ? oversized(order) : undefined);',
    'const excess: undefined = undefined;',
    textTests,
    '5 MB',
  ),
  without(
    'settings may hold any text',
    'electron/station/save-settings.ts',
    'const excess = oversized(change);',
    'const excess = undefined;',
    textTests,
    'changes no setting',
  ),
  without(
    'one bench reserves only the first of several orders',
    'electron/bench/exchange/bench-ledger.ts',
    '[what, ...(what.joined ?? [])].map(',
    '[what].map(',
    'test/ledger/bench-ledger.test.ts',
    'several orders',
  ),
  without(
    'the ledger reserves only the first of several orders',
    'ledger/enter.sql',
    "what -> 'joined' IS NOT NULL",
    'false',
    joinedTests,
    'all or none',
  ),
  without(
    'the tables let one of several orders stand twice',
    'ledger/tables.sql',
    'CREATE UNIQUE INDEX one_standing',
    'CREATE INDEX one_standing',
    joinedTests,
    'from any writer',
  ),
  without(
    'the journal lets a part take a piece twice',
    'electron/journal/standing-shipments.ts',
    'order && fits(shipment, order, shipmentsOf(key))',
    'order',
    'test/journal/parts.test.ts',
    'no piece is taken twice',
  ),
  without(
    'a part goes on in the workflow of the whole order, whose prices may be on their way',
    'electron/bench/ship/send-later.ts',
    "hand.fold({ is: 'restarted', key, composed: null });",
    '',
    'test/path/parts.test.ts',
    'the prices of the whole order',
  ),
  without(
    'an order in several boxes goes on in the workflow of one box, whose prices may be on their way',
    'electron/bench/ship/next-box.ts',
    "hand.fold({ is: 'restarted', key, composed });",
    '',
    'test/path/boxes.test.ts',
    'no price of one box is used',
  ),
  without(
    'reservations that expire are ended in any sequence',
    'ledger/enter.sql',
    "a.state = 'held' ORDER BY a.attempt FOR UPDATE",
    "a.state = 'held' FOR UPDATE",
    joinedTests,
    'sequence of their ids',
  ),
  without(
    'a product opens an order that another bench has in hand',
    'electron/bench/ship/order-leases.ts',
    "    if (answer.is === 'elsewhere') {\n      leases.delete(key);",
    "    if (answer.is === 'elsewhere') {\n      return ok('here');",
    leaseTests,
    'never open the same order',
  ),
  // Each of the two locks alone holds.
  {
    title: 'a rule buys a return label',
    edits: [
      {
        file: 'shared/return-label.ts',
        find: "({ version, list: [], last: 'ask' })",
        replace: "({ version, list: [], last: 'cheapest' })",
      },
      {
        file: 'electron/bench/ship/preparing.ts',
        find: 'mayDecide: decidesAlone && !order.returnOf,',
        replace: 'mayDecide: decidesAlone,',
      },
    ],
    test: returnTests,
    named: 'no rule buys a return label',
  },
  without(
    'a driver is ordered for a return label',
    'electron/journal/schema.ts',
    "AND OLD.state <> 'booked' AND NEW.is_return = 0 BEGIN",
    "AND OLD.state <> 'booked' BEGIN",
    returnTests,
    'nothing to ship, to collect',
  ),
  without(
    'the shop is informed of a return label',
    'electron/journal/bookings.ts',
    "if (!order.returnOf) outbox.report(id, 'shipped');",
    "outbox.report(id, 'shipped');",
    returnTests,
    'nothing to ship, to collect',
  ),
  without(
    'a return label goes on to the sender of another time',
    'electron/bench/ship/purchase.ts',
    'return JSON.stringify([context.settings().senders, context.keyAccount.account]);',
    "return '';",
    returnTests,
    'a sender that changes',
  ),
  without(
    'a return label is marked on a parcel',
    'electron/bench/ship/scan-back.ts',
    "if (back.is === 'own' && returnOf) return",
    'if (false) return',
    returnTests,
    'marked on no parcel',
  ),
  without(
    'the .deb replaces files of a running Packbench',
    'build/before-deb.sh',
    '  exit 1\n',
    '',
    'test/package/running-program.test.ts',
    'the .deb replaces no file',
  ),
  without(
    'the installer for Windows ends a running Packbench',
    'build/installer.nsh',
    'SetErrorLevel 2',
    '!insertmacro KILL_PROCESS "${APP_EXECUTABLE_FILENAME}" 1',
    'test/package/running-program.test.ts',
    'asks a person to close Packbench',
  ),
  without(
    'the recovery code of an old data key still opens the new one',
    'electron/station/key-change.ts',
    '      removeOtherRecoveryKeys(parts.recoveryFiles(), dataKey.bytes());\n',
    '',
    keyChangeTests,
    'killed before any step',
  ),
  without(
    'an old data key is dropped while backups that it opens are away',
    'electron/station/key-change.ts',
    "  if (!existsSync(join(backupFolder(), 'data-key'))) found.left ??= 'backup-folder';\n",
    '',
    keyChangeTests,
    'is away holds the change up',
  ),
];
