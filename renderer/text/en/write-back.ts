export const writeBack = {
  statusTrouble: 'The shop cannot be informed: see below',
  fileTitle: 'As files',
  none: 'No shop is informed',
  waiting: (count: number) => (count === 0 ? 'Everything is reported' : `${count} not reported yet`),
  folder: 'Folder for the files',
  folderHint: 'full path, empty for none',
  layout: 'Layout',
  layouts: { packbench: 'Packbench', shopify: 'Shopify (Matrixify)', woocommerce: 'WooCommerce (AST)' },
  fileHint:
    'Each shipment is written to one file when its tracking number is known, or after two minutes. Later numbers follow in another file. You may take the files away at any time.',
  fileTroubles: {
    'folder-away': 'The folder cannot be reached. It is tried again every few seconds, and nothing is lost.',
    'folder-full': 'The disk of the folder is full. It is tried again every few seconds, and nothing is lost.',
    'folder-takes-nothing':
      'The folder takes no files: this computer has no permission to write or rename there. It is tried again every few seconds, and nothing is lost.',
    'folder-changed':
      'This is not the folder that was saved here: its share may be missing. No file is written to it. If it is right, save it again.',
  },
  httpTitle: 'By HTTP',
  url: 'Address of the shop',
  urlHint: 'https://shop.example/fulfilments, empty for none',
  method: 'Method',
  body: 'Body, if the shop wants another one than that of Packbench',
  bodyHint: '{"event": "{event}", "order": {"number": "{order}"}, "trackings": "{tracking_list}"}',
  marks: (names: readonly string[]) =>
    `In the address and in texts of the body: ${names.map((name) => `{${name}}`).join(', ')}. {tracking_list} is alone between its quotes, and becomes a list.`,
  noEvent: 'Without {event}, a cancelled shipment is not sent: it waits in Resolve.',
  preview: 'Sent for an example shipment',
  ownBody: '(the body of Packbench)',
  plainRisk: 'This address is http://. Anyone on the network can read the token, and the numbers of your orders and parcels.',
  plainInstead: 'To avoid this, write https:// if the shop has it.',
  plainAccept: 'I accept that others can read what is sent to the shop',
  withoutToken: 'Once saved, the shop is informed without this header.',
  httpHint:
    'Each shipment is sent as JSON, with the same Idempotency-Key at every try, until the shop accepts it. Later tracking numbers follow with another key. Refused shipments wait in Resolve. Only new live shipments are reported.',
} as const;
