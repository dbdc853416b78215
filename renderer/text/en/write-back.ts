export const writeBack = {
  saysTrouble: 'The shop is not told now: see why below',
  fileTitle: 'As files',
  toldNobody: 'No shop is told',
  waiting: (count: number) => (count === 0 ? 'Everything is told' : `${count} not told yet`),
  folder: 'Folder that files are laid into',
  folderHint: 'a whole path, empty for none',
  layout: 'Layout',
  layouts: { packbench: 'Packbench', shopify: 'Shopify (Matrixify)', woocommerce: 'WooCommerce (AST)' },
  fileTold:
    'Each shipment is in one file, once its tracking number is known or two minutes have passed; numbers that come later follow in a file of their own. Take the files away as you like.',
  fileTroubles: {
    'folder-away': 'The folder cannot be reached. It is tried again every few seconds, and nothing is lost.',
    'folder-full': 'The disk of the folder is full. It is tried again every few seconds, and nothing is lost.',
    'folder-takes-nothing':
      'The folder takes no files: this computer may not write there, or may not rename. It is tried again every few seconds, and nothing is lost.',
    'folder-changed':
      'This is not the folder that was saved here: its share may not be there. Nothing is laid into it. If it is right, save it again.',
  },
  httpTitle: 'By HTTP',
  url: 'Address that is told',
  urlHint: 'https://shop.example/fulfilments, empty for none',
  plainRisk: 'This address is http://. Anyone on the network can read the token, and the numbers of your orders and parcels.',
  plainInstead: 'To avoid this, write https:// if the shop has it.',
  plainAccept: 'I accept that others can read what the shop is told',
  withoutToken: 'Once saved, the shop is told without this header.',
  httpTold:
    'Each shipment is sent as JSON, with the same Idempotency-Key at every try, until the shop takes it; tracking numbers that come later follow under a key of their own. What the shop refuses waits in Resolve. Told is what Live books from now on.',
} as const;
