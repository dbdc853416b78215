import anyAscii from 'any-ascii';
import type { Address, TextChange } from '../../shared/address.ts';

/**
 * A text in the characters that the service accepts. `doubtful`: a person should check it, because of a guess or a character without a
 * counterpart.
 */
export interface AsciiText {
  readonly text: string;
  readonly doubtful: boolean;
}

const german = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const swedish = { å: 'a', ä: 'a', ö: 'o' };
const danish = { å: 'aa', æ: 'ae', ø: 'o' };
// The official Ukrainian table of 2010; the second spelling of є ї й ю я, inside a word, is chosen in `letter`.
const ukrainian = spelt(
  'а:a б:b в:v г:h ґ:g д:d е:e є:ye ж:zh з:z и:y і:i ї:yi й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ь: ' +
    'ю:yu я:ya',
);
const ukrainianInside: Readonly<Record<string, string>> = { є: 'ie', ї: 'i', й: 'i', ю: 'iu', я: 'ia' };
// As in passports: the hard and the soft sign are left out.
const russian = { ъ: '', ь: '' };
const serbian = spelt('ђ:dj đ:dj ж:z љ:lj њ:nj ћ:c ц:c ч:c џ:dz ш:s х:h');
const macedonian = spelt('ѓ:gj ѕ:dz ј:j љ:lj њ:nj ќ:kj ц:c џ:dj х:h');
const bulgarian = { х: 'h', щ: 'sht', ъ: 'a', ь: 'y', ю: 'yu', я: 'ya' };

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DE: german,
  AT: german,
  CH: german,
  LI: german,
  SE: swedish,
  FI: swedish,
  AX: swedish,
  DK: danish,
  NO: danish,
  GL: danish,
  FO: danish,
  SJ: danish,
  UA: ukrainian,
  BG: bulgarian,
  RU: russian,
  BY: russian,
  KZ: russian,
  KG: russian,
  RS: serbian,
  ME: serbian,
  BA: serbian,
  HR: serbian,
  MK: macedonian,
};

/** Parses `г:h ь:` as a table: the text after the colon replaces the character before it. */
function spelt(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
}

/** `½`, `²`, `①`, `Ⅻ`: next to a digit, the spelling would make another number. */
const numberSign = /[\p{No}\p{Nl}]/u;
const fraction = /^\d+\/\d+$/;
/** `㊙`, `㍿`: East Asian writing in the shape of a symbol. Its spelling is a guess, as for any character of that kind. */
const eastAsianSign = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u{1F200}-\u{1F2FF}]/u;

const knownScript = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/**
 * Writes a text in ASCII as people in `country` would; any-ascii spells every character that is not in their table. Drops emoji and control
 * characters. Safe to call twice: the second call changes nothing.
 */
export function toAscii(written: string, country: string): AsciiText {
  if (!/[^ -~]/.test(written)) return { text: written.replace(/ +/g, ' ').trim(), doubtful: false };
  const composed = written.normalize('NFC');
  const source = country === 'GR' || country === 'CY' ? greekPairs(composed) : composed;
  const characters = Array.from(source);
  let text = '';
  let doubtful = false;
  characters.forEach((character, index) => {
    if (character >= ' ' && character <= '~') {
      text += character;
      return;
    }
    if (/\p{Cc}|\s/u.test(character)) {
      text += ' ';
      return;
    }
    if (/\p{Regional_Indicator}/u.test(character)) return;
    const letters = letter(character, characters[index - 1], characters[index + 1], country);
    if (/^:.+:$/.test(letters)) return;
    if (/[\p{L}\p{N}]/u.test(character) && !isSilent(character, country)) {
      doubtful ||= letters === '' || (!/\p{Nd}/u.test(character) && !knownScript.test(character));
    }
    doubtful ||= eastAsianSign.test(character) && letters !== '';
    const [afterDigit, beforeDigit] = [characters[index - 1], characters[index + 1]].map(
      (near) => near !== undefined && /\p{N}/u.test(near),
    );
    if (!numberSign.test(character) || !(afterDigit || beforeDigit)) text += letters;
    else if (fraction.test(letters)) text += `${afterDigit ? ' ' : ''}${letters}${beforeDigit ? ' ' : ''}`;
    else {
      doubtful = true;
      text += letters;
    }
  });
  const sent = text.replace(/ +/g, ' ').trim();
  return { text: sent, doubtful: doubtful || (sent === '' && written.trim() !== '') };
}

/** Spells Greek letters that sound together as one (ELOT 743); an accent on the first, or a diaeresis, keeps them apart. */
function greekPairs(text: string): string {
  return text
    .replace(/ο[υύ]/giu, (pair) => cased(pair, 'ou'))
    .replace(/([αεη])[υύ](?=(\p{L}?))/giu, (pair, vowel: string, next: string) =>
      cased(
        pair,
        `${({ α: 'a', ε: 'e', η: 'i' } as Readonly<Record<string, string>>)[vowel.toLowerCase()]}${voiced.test(next) ? 'v' : 'f'}`,
      ),
    )
    .replace(/γ[γξχ]/giu, (pair) =>
      cased(pair, ({ γγ: 'ng', γξ: 'nx', γχ: 'nch' } as Readonly<Record<string, string>>)[pair.toLowerCase()] ?? ''),
    )
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/giu, (pair) => cased(pair, 'b'));
}

const voiced = /^[αάεέηήιίοόυύωώϊϋβγδζλμνρ]/iu;

/** Returns the spelling in the case of the letters it replaces. */
function cased(written: string, spelling: string): string {
  if (written === written.toUpperCase()) return spelling.toUpperCase();
  return /^\p{Lu}/u.test(written) ? spelling.slice(0, 1).toUpperCase() + spelling.slice(1) : spelling;
}

/** Countries in which Chinese characters are read as Mandarin, the only reading that any-ascii has. */
const mandarin = new Set(['CN', 'TW', 'SG']);
/** Countries in which Arabic letters write a language with another reading: Persian, Dari, Pashto, Urdu. */
const notArabic = new Set(['IR', 'AF', 'PK']);

/** True if the spelling would follow the sounds of another language: 山田太郎 is Yamada Taro, not ShanTian TaiLang. */
export const isReadAsOtherLanguage = (written: string, country: string): boolean =>
  (/\p{Script=Han}/u.test(written) && !mandarin.has(country)) || (/\p{Script=Arabic}/u.test(written) && notArabic.has(country));

/** True for a letter that official spelling leaves out, like the Ukrainian soft sign. */
const isSilent = (character: string, country: string): boolean => tables[country]?.[character.toLowerCase()] === '';

function letter(character: string, before: string | undefined, after: string | undefined, country: string): string {
  const lower = character.toLowerCase();
  const inside = country === 'UA' && before !== undefined && /[\p{L}'’ʼ]/u.test(before) ? ukrainianInside[lower] : undefined;
  const known = inside ?? tables[country]?.[lower];
  if (known === undefined) return anyAscii(character).replace(/[^ -~]/g, '');
  if (character === lower) return known;
  const shouting = [before, after].some((near) => near !== undefined && /\p{Lu}/u.test(near));
  return shouting ? known.toUpperCase() : known.slice(0, 1).toUpperCase() + known.slice(1);
}

/** Returns the address in the characters that the service accepts, and every text that had to change. Pure and idempotent. */
export function addressInAscii(address: Address): { readonly address: Address; readonly changes: readonly TextChange[] } {
  const changes: TextChange[] = [];
  const sentFields = Object.entries(address).map(([field, written]) => {
    const { text, doubtful } = toAscii(written, address.country);
    if (text !== written.trim().replace(/ +/g, ' ')) {
      // An email address with another spelling is another mailbox.
      const isNoGuess = doubtful && isReadAsOtherLanguage(written, address.country);
      changes.push({ field, written, sent: isNoGuess ? '' : text, mayChangeMeaning: doubtful || field === 'email' });
    }
    return [field, text];
  });
  return { address: Object.fromEntries(sentFields) as Address, changes };
}
