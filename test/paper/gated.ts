import { gateZpl } from '../../electron/paper/zpl-gate.ts';
import { zplSheets } from '../../electron/paper/zpl-sheets.ts';

/** Passes a label through the gate; throws if the gate refuses it. */
export const gated = (bytes: Uint8Array): Uint8Array => {
  const gate = gateZpl(bytes);
  if (gate.is === 'refused') throw new Error(gate.why);
  return gate.zpl;
};
/** Sheets of the label after the gate; throws if it is refused. */
export const sheetsOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const cut = zplSheets(gated(bytes));
  if (cut.is === 'refused') throw new Error(cut.why);
  return cut.sheets;
};
