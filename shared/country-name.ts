import { countryCodes } from './address.ts';

/** English, the languages of shops, and the countries' own languages. */
const languages =
  'en de nl fr es it pt pl sv da nb fi cs sk hu ro bg el hr sl lt lv et tr ru uk be sr sr-Latn bs mk sq is ga mt ca eu ja zh zh-Hant ko ar he fa th vi id ms ka hy az kk'.split(
    ' ',
  );
const everydayNames: Readonly<Record<string, string>> = {
  'Great Britain': 'GB',
  England: 'GB',
  Scotland: 'GB',
  Wales: 'GB',
  'Northern Ireland': 'GB',
  USA: 'US',
  'U.S.': 'US',
  'United States of America': 'US',
  Holland: 'NL',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  'Russian Federation': 'RU',
  EL: 'GR',
  UAE: 'AE',
  'Republic of Korea': 'KR',
  'Republic of China': 'TW',
  'Democratic Republic of the Congo': 'CD',
  'Česká republika': 'CZ',
  'Slovenská republika': 'SK',
  Palestine: 'PS',
  Eire: 'IE',
  'Hong Kong': 'HK',
  Macau: 'MO',
  Macedonia: 'MK',
  Swaziland: 'SZ',
  'Ivory Coast': 'CI',
  'Cape Verde': 'CV',
  'East Timor': 'TL',
  Burma: 'MM',
  Vatican: 'VA',
  'Holy See': 'VA',
};

/** Without case, accents, blanks and punctuation: "Viet Nam" is Vietnam. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

let names: ReadonlyMap<string, string> | undefined;

function namesOfCountries(): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(everydayNames).map(([name, code]) => [plain(name), code]));
  // There are two countries of each name.
  const isSure = new Set([...found.keys(), plain('Congo'), plain('Korea')]);
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });
      for (const code of countryCodes) {
        const name = plain(display.of(code) ?? '');
        if (name === '' || isSure.has(name)) continue;
        // "Kongo" means different countries in Norwegian and in Bosnian.
        if ((found.get(name) ?? code) === code) found.set(name, code);
        else {
          found.delete(name);
          isSure.add(name);
        }
      }
    }
    if (language === 'en') for (const name of found.keys()) isSure.add(name);
  }
  return found;
}

/** ISO 3166 alpha-3 codes that begin with the alpha-2 code, and `XKX`, the carriers' code for Kosovo. */
const threeLetters = new Set(
  (
    'AFG AIA ALB ARG ASM AUS AZE BEL BFA BGR BHR BLM BMU BOL BRA BTN BVT BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP CZE ' +
    'DEU DJI DMA DOM DZA ECU EGY ERI ESP ETH FIN FJI FRA GAB GBR GEO GGY GHA GIB GMB GRC GTM GUM HKG HMD HND HRV HTI HUN ' +
    'IDN IMN IND IOT IRN ISL ITA JEY JOR JPN KEN KGZ KHM KIR KNA KWT LAO LBN LCA LIE LKA LSO LTU LUX LVA MAR MCO MDA MHL ' +
    'MKD MLI MMR MNG MRT MSR MUS MWI MYS NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NZL OMN PAN PER PHL PRI PSE QAT REU ROU ' +
    'RUS RWA SAU SDN SGP SHN SJM SLE SMR SOM SSD STP SXM SYR TCA TGO THA TJK TKL TLS TON TTO TWN TZA UGA UMI USA UZB VAT ' +
    'VCT VEN VGB VIR VNM VUT WSM YEM ZAF ZMB ZWE XKX'
  ).split(' '),
);
/** The other alpha-3 codes, each followed by its alpha-2 code. */
const otherThreeLetters = new Map(
  (
    'ABWAW AGOAO ALAAX ANDAD AREAE ARMAM ATAAQ ATFTF ATGAG AUTAT BDIBI BENBJ BESBQ BGDBD BHSBS BIHBA BLRBY BLZBZ BRBBB ' +
    'BRNBN CAFCF CHLCL CHNCN CODCD COGCG COKCK COMKM CPVCV CUWCW CYMKY DNKDK ESHEH ESTEE FLKFK FROFO FSMFM GINGN GLPGP ' +
    'GNBGW GNQGQ GRDGD GRLGL GUFGF GUYGY IRLIE IRQIQ ISRIL JAMJM KAZKZ KORKR LBRLR LBYLY MACMO MAFMF MDGMG MDVMV MEXMX ' +
    'MLTMT MNEME MNPMP MOZMZ MTQMQ MYTYT NIUNU PAKPK PCNPN PLWPW PNGPG POLPL PRKKP PRTPT PRYPY PYFPF SENSN SGSGS SLBSB ' +
    'SLVSV SPMPM SRBRS SURSR SVKSK SVNSI SWESE SWZSZ SYCSC TCDTD TKMTM TUNTN TURTR TUVTV UKRUA URYUY WLFWF'
  )
    .split(' ')
    .map((both) => [both.slice(0, 3), both.slice(3)]),
);

const codeOfThree = (letters: string): string | undefined =>
  threeLetters.has(letters) ? letters.slice(0, 2) : otherThreeLetters.get(letters);

const form = /^(?:the )?(?:(?:federal |people's )?republic|kingdom|state|grand duchy|principality|commonwealth) of (?:the )?|^the /i;

/**
 * Alternative spellings: both parts of "United Kingdom (UK)", "Korea, South" as "South Korea", and "Republic of Ireland" and "Moldova,
 * Republic of" without the form of state.
 */
function spellings(written: string): readonly string[] {
  const [, outside = written, inside = ''] = /^([^()]+)\(([^()]*)\)$/.exec(written) ?? [];
  const turned = outside.trim().replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');
  const before = /,.* of(?: the)?$/i.test(outside.trim()) ? outside.slice(0, outside.indexOf(',')) : '';
  return [written, outside, turned, outside.trim().replace(form, ''), before, inside];
}

/**
 * The alpha-2 code of a country written as an alpha-2 or alpha-3 code or as a name. Any other text is returned unchanged; the bench asks
 * the packer.
 */
export function countryCode(written: string): string {
  const text = written.trim();
  if (countryCodes.has(text.toUpperCase())) return text.toUpperCase();
  const ofThree = codeOfThree(text.toUpperCase());
  if (ofThree !== undefined) return ofThree;
  if (!/\p{L}{2}/u.test(text.replace(/\./g, '')) || text.length > 80) return text;
  names ??= namesOfCountries();
  for (const spelling of spellings(text)) {
    const code = names.get(plain(spelling));
    if (code !== undefined) return code;
  }
  return text;
}
