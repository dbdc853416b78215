import type { ComputerWarning } from '../../../shared/computer-warning.ts';
import { momentText } from '../format.ts';
import type { Sentences } from '../sentences.ts';

/** The problem of the computer, its consequence, and the remedy. */
export const computerWarnings: Sentences<ComputerWarning> = {
  'other-user': ({ user, at }) =>
    `${user} packed live on this computer too, last seen ${momentText(at)}. Each user has orders of their own, so the same order can be bought twice. Pack as one Windows user, or share the orders in Setup, Benches.`,
  'certificates-unreadable': ({ why }) =>
    `Windows has a certificate that cannot be read (${why}). Packbench trusts only the certificates that came with it. Servers of your company may be refused. Remove the certificate in “Manage computer certificates”, and start Packbench again.`,
  'folder-open': ({ folder }) =>
    `Other users of this computer can read ${folder}. Names, addresses and labels in it are encrypted, settings and manifests are not. Remove their permissions, or start without --data-dir.`,
  'no-key-ring': () =>
    'This computer has no key ring, so passwords and addresses on its disk are only obscured. Install one (GNOME Keyring or KWallet), and start Packbench again.',
};
