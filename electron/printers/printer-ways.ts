import type { PrinterSettings } from '../../shared/printer.ts';

export type PrinterAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'device'; readonly path: string }
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Parses an address that passed `printerAddressSchema`; returns `undefined` for anything else, including an impossible port. */
export function parsePrinterAddress(address: PrinterSettings['address']): PrinterAddress | undefined {
  if (address.startsWith('queue:')) return { kind: 'queue', name: address.slice('queue:'.length) };
  if (address.startsWith('device:')) return { kind: 'device', path: address.slice('device:'.length) };
  if (address.startsWith('folder:')) return { kind: 'folder', path: address.slice('folder:'.length) };
  const [, host, port] = /^tcp:\/\/(.+):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { kind: 'tcp', host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
