import type { PrinterAbout } from '../../../shared/printer-about.ts';

/** The questions of the first run, from the account to the first label. */
export const setupFirst = {
  title: 'Until the first label',
  names: { service: 'Service', sender: 'Sender', printer: 'Label printer', orders: 'Orders' },
  status: (no: number, of: number, name: string) => `Answer ${no} of ${of}: ${name}`,
  statusDone: 'All answered. Ship the first order.',
  statusPrinting: 'Printing the test label',
  statusReading: 'Reading the orders',
  label: 'First label',
  labelLive: 'First live label',
  later: 'Answer later',
  back: 'All of Setup',
  saved: 'Each answer is saved at once. All of them can be changed in Setup.',
  serviceNow: {
    connecting: 'Testing the account',
    checking: 'Connected. It is being checked, then live opens. Nothing is booked.',
    checked: 'Connected, live. The check passed, nothing was booked.',
    checkedNoOffer: 'Connected, live. The service answered the check, but made no offer to test with.',
    unchecked: (why: string) => `Connected, live. The check was not possible: ${why}`,
    'sandbox-only': (why: string) => `Only the sandbox is open, labels are samples. Live: ${why}`,
    live: 'Connected, live.',
    sandbox: 'The sandbox is open. Labels are samples.',
    none: 'No account is connected.',
  },
  service: {
    title: 'This bench is in the sandbox',
    hint: 'Its labels are samples. The account is connected for live too.',
    goLive: 'Switch to live',
    waitTitle: 'The account is being checked',
    wait: 'A dozen questions to its sandbox, and nothing is booked. Then live opens by itself.',
  },
  sender: {
    title: 'Where do your parcels come from?',
    fromComputer: (timeZone: string) =>
      `The country is a guess from the time zone of this computer, ${timeZone}: type over it if it is wrong.`,
    zoneFromComputer: (timeZone: string) => `Times are shown in the time zone of this computer, ${timeZone}.`,
    missing: (fields: readonly string[]) => `Still missing: ${fields.join(', ')}.`,
    save: 'Use this address',
  },
  printer: {
    title: 'Which printer prints your labels?',
    hint: 'It prints a test label at once.',
    searching: 'Searching the network…',
    none: 'No printer was found on this computer or in its network. Switch it on and search again.',
    found: (count: number) => (count === 1 ? '1 printer found' : `${count} printers found`),
    facts: ({ dpi, widthMm, heightMm }: PrinterAbout) =>
      [dpi && `${dpi} dpi`, widthMm && heightMm ? `labels ${widthMm} × ${heightMm} mm` : 'label size not reported']
        .filter(Boolean)
        .join(' · '),
    tooNarrow: (widthMm: number) => `It prints ${widthMm} mm wide. Most couriers need 102 mm.`,
    narrow: 'Too narrow',
    again: 'Search again',
    byHand: 'Type its address',
    use: (name: string) => `Use ${name}`,
    notPrinted: (state: string) => `The test label did not come out: ${state}. Look at the printer, or choose another one.`,
  },
  orders: {
    title: 'Where do your orders come from?',
    hint: 'One way is enough to begin. The others are in Setup, Your shop.',
    ways: {
      file: { name: 'A file', hint: 'Exported by Shopify, WooCommerce, Etsy, Amazon, eBay or any other program: CSV, Excel or text' },
      hand: { name: 'By hand', hint: 'Type one order' },
      shop: { name: 'Connect a web shop', hint: 'Shopify or WooCommerce, orders then come by themselves' },
    },
    testLabel: 'A test label was printed. Nothing came out, or it looks wrong?',
    choosePrinter: 'Choose the printer again',
    waiting: (count: number) => (count === 1 ? '1 order is waiting' : `${count} orders are waiting`),
    none: 'A file, by hand or a web shop',
  },
  first: {
    title: (orders: number) => (orders === 1 ? '1 order can be shipped' : `${orders} orders can be shipped. Which one is on your table?`),
    hint: 'It opens on Ship. Nothing is bought before you press F12.',
    read: (file: string, orders: number) => `${file}: ${orders === 1 ? '1 order was read.' : `${orders} orders were read.`}`,
    notRead: (rows: number) =>
      rows === 1 ? '1 row could not be read. It waits in Resolve.' : `${rows} rows could not be read. They wait in Resolve.`,
    held: (orders: number) => (orders === 1 ? '1 must not be shipped and is held.' : `${orders} must not be shipped and are held.`),
    moreStay: (count: number) => (count === 1 ? '1 more is listed on Orders.' : `${count} more are listed on Orders.`),
    more: 'All orders are on Orders',
    ship: (order: string) => `Open ${order}`,
  },
} as const;
