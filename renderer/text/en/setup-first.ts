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
    checking: 'Connected. Asking the sandbox how it answers, nothing is booked.',
    checked: 'Connected. The sandbox check passed, nothing was booked.',
    checkedNoOffer: 'Connected. The sandbox answered, but made no offer to test with.',
    unchecked: (why: string) => `Connected. The sandbox was not checked: ${why}`,
    'sandbox-only': (why: string) => `Only the sandbox is open, labels are samples. Live: ${why}`,
    live: 'Connected, live.',
    sandbox: 'The sandbox is open. Labels are samples.',
    none: 'No account is connected.',
  },
  service: {
    title: 'This bench is in the sandbox',
    hint: 'Its labels are samples. The account is connected for live too.',
    goLive: 'Switch to live',
    waitTitle: 'The sandbox is being asked',
    wait: 'A dozen questions, and nothing is booked. It goes on by itself.',
  },
  sender: {
    title: 'Where do your parcels come from?',
    fromComputer: (timeZone: string) => `Country and time zone come from this computer: ${timeZone}.`,
    notKnown: 'The service does not tell the address of your account.',
    save: 'Use this address',
  },
  printer: {
    title: 'Which printer prints your labels?',
    hint: 'It prints a test label at once. If that is wrong, choose again.',
    searching: 'Looking in the network…',
    none: 'No printer was found on this computer or in its network. Switch it on and look again.',
    found: (count: number) => (count === 1 ? '1 printer found' : `${count} printers found`),
    facts: ({ dpi, widthMm, heightMm }: PrinterAbout) =>
      [dpi && `${dpi} dpi`, widthMm && heightMm ? `labels ${widthMm} × ${heightMm} mm` : 'label size not reported']
        .filter(Boolean)
        .join(' · '),
    tooNarrow: (widthMm: number) => `It prints ${widthMm} mm wide. Most couriers need 102 mm.`,
    narrow: 'Too narrow',
    again: 'Look again',
    byHand: 'Type its address',
    use: (name: string) => `Use ${name}`,
    notPrinted: (state: string) => `The test label did not come out: ${state}. Look at the printer, or choose another one.`,
  },
  orders: {
    title: 'Where do your orders come from?',
    hint: 'One way is enough to begin. The others are in Setup, Your shop.',
    ways: {
      file: { name: 'A file', hint: 'CSV or Excel, as your shop exports it' },
      hand: { name: 'By hand', hint: 'Type one order' },
      shop: { name: 'A web shop', hint: 'Connect it, orders then come by themselves' },
    },
    waiting: (count: number) => (count === 1 ? '1 order is waiting' : `${count} orders are waiting`),
    none: 'A file, by hand or a web shop',
  },
  first: {
    title: 'Ship the first order',
    hint: 'It opens on Ship. Nothing is bought before you press F12.',
    ship: (order: string) => `Open ${order}`,
  },
} as const;
