/** First bytes of the files that users attach. */
const kinds = [
  { ending: 'pdf', name: 'a PDF', mediaType: 'application/pdf', starts: ['%PDF-'] },
  { ending: 'png', name: 'a PNG picture', mediaType: 'image/png', starts: ['\x89PNG\r\n'] },
  { ending: 'jpg', name: 'a JPEG picture', mediaType: 'image/jpeg', starts: ['\xff\xd8\xff'] },
  { ending: 'gif', name: 'a GIF picture', mediaType: 'image/gif', starts: ['GIF8'] },
  { ending: 'tif', name: 'a TIFF picture', mediaType: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
] as const;
type Kind = (typeof kinds)[number];

const sameEndings: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif' };
const endingOf = (name: string): string => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return sameEndings[ending] ?? ending;
};

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return kinds.find(({ ending, starts }) => starts.some((start) => (ending === 'pdf' ? head.includes(start) : head.startsWith(start))));
}

/**
 * Returns why a file is refused, as a sentence: it is empty, or its content is not what its name states. The name of an unknown kind is
 * trusted.
 */
export function nameMismatch(name: string, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return `${name} is empty.`;
  const found = kindOf(bytes);
  const said = kinds.find(({ ending }) => ending === endingOf(name));
  if (!said || said === found) return undefined;
  return `${name} is called ${said.name} and is ${found ? found.name : 'something else'}.`;
}

export const mediaTypeOf = (bytes: Uint8Array): string => kindOf(bytes)?.mediaType ?? 'application/octet-stream';
export const isPdf = (bytes: Uint8Array): boolean => kindOf(bytes)?.ending === 'pdf';
