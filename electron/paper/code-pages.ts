const upperCp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** The numbers of `^CI` that are not variants of code page 850. */
const decoderNames: Readonly<Record<number, string>> = {
  15: 'shift_jis',
  24: 'gb18030',
  26: 'big5',
  27: 'windows-1252',
  28: 'utf-8',
  29: 'utf-16be',
  30: 'utf-16le',
  31: 'windows-1250',
  33: 'windows-1251',
  34: 'windows-1253',
  35: 'windows-1254',
  36: 'windows-1255',
};

/**
 * Field data (one character per byte) in the code page of `^CI`. Without one a printer keeps its last setting, which is mostly
 * UTF-8 today: so bytes that are valid UTF-8 are read as such, all others as code page 850.
 */
export function codePageText(data: string, codePage: number): string {
  if (!/[\x80-\xff]/.test(data) && codePage !== 29 && codePage !== 30) return data;
  const bytes = Buffer.from(data, 'latin1');
  const name = decoderNames[codePage];
  if (name !== undefined) return new TextDecoder(name).decode(bytes);
  const asUtf8 = new TextDecoder('utf-8').decode(bytes);
  if (!asUtf8.includes('\uFFFD')) return asUtf8;
  return data.replace(/[\x80-\xff]/g, (char) => upperCp850[char.charCodeAt(0) - 0x80] ?? char);
}

/** Field data (one character per byte) without the escapes of `^FH`; no sign, no escapes. */
export function withoutEscapes(data: string, sign: string): string {
  if (sign === '') return data;
  const pattern = new RegExp(`${sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([0-9a-fA-F]{2})`, 'g');
  return data.replace(pattern, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
