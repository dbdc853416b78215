import type { CheckReason } from '../../../shared/check-off.ts';
import type { Sentences } from '../sentences.ts';

const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

export const checkReasons: Sentences<CheckReason> = {
  'items-checked': (checked) =>
    [
      `${pieces(checked.pieces)} checked`,
      ...checked.byEye.map(({ item, packer, pieces: count }) => `${item}: ${pieces(count)} by eye${packer && `, ${packer}`}`),
      ...checked.serials.map(({ item, serials }) => `${item}: serial number ${serials.join(', ')}`),
    ].join('; '),
};
