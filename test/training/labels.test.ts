import { expect, test } from 'vitest';
import { book, startDesk, text } from './desk.ts';

test('An address cannot end a field or begin a command', async () => {
  const desk = await startDesk();
  const { result } = await book(desk, { d_name: 'Eve ^XZ ~JA', d_company: 'A_B' });
  await desk.service.stop();
  const zpl = text(result.label);
  expect(zpl.match(/\^XZ/g)).toHaveLength(1);
  expect(zpl).not.toContain('~');
  expect(zpl).toContain('^FH_^FDEve _5EXZ _7EJA^FS');
  expect(zpl).toContain('^FH_^FDA_5FB^FS');
});

test('A label keeps the dpi it was booked for, whatever is booked later', async () => {
  const desk = await startDesk({ mode: { labelDpi: 300 } });
  const { result } = await book(desk);
  expect(text(result.label)).toContain('^PW1200^LL1800');
  desk.service.setMode({ labelDpi: 203 });
  const again = await desk.call({ action: 'labels', order_numbers: [result.order_no] });
  expect(again.result.labels).toBe(result.label);
  expect(text((await book(desk)).result.label)).toContain('^PW812^LL1218');
  await desk.service.stop();
});
