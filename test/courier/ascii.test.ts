import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressInAscii, toAscii } from '../../electron/courier/ascii.ts';
import { pickupWire } from '../../electron/courier/pickup.ts';
import { servicePointWire } from '../../electron/courier/service-points.ts';
import { shipmentFields } from '../../electron/courier/shipment-fields.ts';
import { unsendable } from '../../electron/courier/text-check.ts';
import { uploadWire } from '../../electron/courier/upload-documents.ts';
import { type Address, countryCodes, emptyAddress } from '../../shared/address.ts';
import { emptyProduct, noCustomsCosts } from '../../shared/customs.ts';
import { emptyOrder, emptyParcel, orderSchema } from '../../shared/order.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { addressOf } from '../fixtures/address.ts';

test.each([
  ['DE', 'Jörg Müßig-Äcker', 'Joerg Muessig-Aecker'],
  ['AT', 'ÄRZTEHAUS ÜBERSEE', 'AERZTEHAUS UEBERSEE'],
  ['CH', 'Übersee', 'Uebersee'],
  ['NL', 'Müller', 'Muller'],
  ['SE', 'Åsa Björklöf', 'Asa Bjorklof'],
  ['FI', 'Hämeenlinna', 'Hameenlinna'],
  ['DK', 'Ærøskøbing Århus', 'Aeroskobing Aarhus'],
  ['NO', 'Ålesund Bjørnøya', 'Aalesund Bjornoya'],
  ['PL', 'Łódź Świętokrzyska', 'Lodz Swietokrzyska'],
  ['CZ', 'Vodičkova Žižkov', 'Vodickova Zizkov'],
  ['TR', 'İstanbul Şişli ışık', 'Istanbul Sisli isik'],
  ['GR', 'Ούλωφ Παπαδόπουλος', 'Oulof Papadopoulos'],
  ['UA', 'Київ Щастя Юрій Єва Тарасюк Львів', 'Kyiv Shchastia Yurii Yeva Tarasiuk Lviv'],
  ['GR', 'Ευαγγελισμός Αυτοκράτορος ΕΥΡΩΠΗ', 'Evangelismos Aftokratoros EVROPI'],
  ['GR', 'Μπουμπουλίνας Έλεγχος Σφιγξ Μάυρα Γκάζι', 'Boumpoulinas Elenchos Sfinx Mayra Gkazi'],
  ['CY', 'Λευκωσία Αγίου Λαυρεντίου', 'Lefkosia Agiou Lavrentiou'],
  ['RU', 'Большая Ордынка, Подъездной пер.', 'Bolshaya Ordynka, Podezdnoy per.'],
  ['RS', 'Кнеза Милоша Ђорђевић Đorđević', 'Kneza Milosa Djordjevic Djordjevic'],
  ['MK', 'Ѓорѓи Ќосев', 'Gjorgji Kjosev'],
  ['IS', 'Þórunnartún Ægisíða', 'Thorunnartun Aegisida'],
  ['HU', 'Kőrösi Csoma Sándor út', 'Korosi Csoma Sandor ut'],
  ['RO', 'Șoseaua Ștefan cel Mare și Țării', 'Soseaua Stefan cel Mare si Tarii'],
  ['BG', 'Щипченски проход ъгъл', 'Shtipchenski prohod agal'],
  ['FR', '12 rue de l’Église, 2ᵉ étage', "12 rue de l'Eglise, 2e etage"],
  ['NL', '１２３ ①', '123 1'],
  ['NL', 'Anna 🎉👍🏽🇩🇪 de Vries', 'Anna de Vries'],
  ['NL', 'line\nbreak\tand\u0000more', 'line break and more'],
  ['DE', 'Mu\u0308ller', 'Mueller'],
])('writes as people in %s do: %j', (country, written, sent) => {
  expect(toAscii(written, country)).toEqual({ text: sent, doubtful: false });
});

test.each([
  ['CN', '北京市朝阳区'],
  ['JP', '東京都'],
  ['EG', 'القاهرة'],
  ['NL', '🎉'],
  ['IL', 'תל אביב'],
])('marks a text as doubtful if it is a guess or nothing is left (%s)', (country, written) => {
  expect(toAscii(written, country).doubtful).toBe(true);
});

test('lists what changed, and marks every change of an email address as doubtful', () => {
  const { address, changes } = addressInAscii(addressOf('Jörg | 🎉 | Kerkstraat | | | | DE', { email: 'jörg@example.com' }));
  expect(address).toMatchObject({ name: 'Joerg', company: '', street: 'Kerkstraat' });
  expect(changes).toEqual([
    { field: 'name', written: 'Jörg', sent: 'Joerg', mayChangeMeaning: false },
    { field: 'company', written: '🎉', sent: '', mayChangeMeaning: true },
    { field: 'email', written: 'jörg@example.com', sent: 'joerg@example.com', mayChangeMeaning: true },
  ]);
});

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const anyCountry = fc.constantFrom(...countryCodes, '');

test.each([
  ['10½', '10 1/2', false],
  ['12¼ A', '12 1/4 A', false],
  ['½', '1/2', false],
  ['7⅓8', '7 1/3 8', false],
  ['5²', '52', true],
  ['①2', '12', true],
  ['3Ⅻ', '3XII', true],
  ['4⅟', '41/', true],
  ['25 m²', '25 m2', false],
  ['Henry Ⅷ', 'Henry VIII', false],
  ['٣٤', '34', false],
])('%j next to digits makes no other number: %j', (written, text, doubtful) => {
  expect(toAscii(written, 'NL')).toEqual({ text, doubtful });
});

test.each(['㊙ Lager', '㍿ Sony', '🈂 2', '⼀'])('%j is a guess, so it is asked about', (written) => {
  expect(toAscii(written, 'NL').doubtful).toBe(true);
});

test.each([
  ['JP', '山田太郎', ''],
  ['JP', '中央通り', ''],
  ['KR', '李', ''],
  ['HK', '陳大文', ''],
  ['NL', '山田太郎', ''],
  ['IR', 'واعظی', ''],
  ['CN', '王小明', 'WangXiaoMing'],
  ['JP', 'さくら', 'sakura'],
  ['KR', '서울', 'SeoUl'],
  ['IL', 'שלום', 'slvm'],
])('to %s the guess at "%s" is "%s"', (country, written, spelt) => {
  const which = { fact: 'name', of: 'recipient' } as const;
  expect(unsendable(which, written, country)).toMatchObject({ code: 'not-in-latin-letters', spelt });
  expect(addressInAscii({ ...emptyAddress, country, name: written }).changes).toMatchObject([{ sent: spelt, mayChangeMeaning: true }]);
});

test('lets only printable ASCII through, and changes nothing the second time', () => {
  fc.assert(
    fc.property(anyText, anyCountry, (written, country) => {
      const { text } = toAscii(written, country);
      expect(text).toMatch(/^[ -~]*$/);
      expect(toAscii(text, country)).toEqual({ text, doubtful: false });
    }),
    { numRuns: 5000 },
  );
});

test('every text of every request is sent in ASCII, whatever was typed', () => {
  const parcel = { ...emptyParcel, weightGrams: 900, lengthCm: 30, widthCm: 20, heightCm: 10, value: { minor: 1000, currency: 'EUR' } };
  fc.assert(
    fc.property(anyText, anyCountry, (text, country) => {
      const address = { ...(Object.fromEntries(Object.keys(emptyAddress).map((name) => [name, text])) as Address), country };
      const product = {
        ...emptyProduct,
        code: text,
        description: text,
        hsCode: text,
        originCountry: text,
        weightGrams: 5,
        value: parcel.value,
      };
      const order = orderSchema.parse({
        ...emptyOrder,
        key: text || 'ORD-1',
        source: 'test',
        recipient: address,
        reference: text,
        deliveryInstructions: text,
        parcels: [{ ...parcel, contents: text, hsCode: text, products: [product] }],
        thirdParties: [{ type: 'Broker', address }],
        customsCosts: { ...noCustomsCosts, exportDeclaration: text },
      });
      const point = {
        keycode: 'SP-1',
        name: text,
        street: text,
        street2: text,
        postalCode: text,
        city: text,
        country,
        hours: {},
        distanceKm: null,
      };
      const pickup = { orderNos: ['1'], date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: text, country };
      const upload = {
        orderNo: '1',
        documentType: 'Customs Invoice',
        name: text,
        mediaType: 'application/pdf',
        bytes: new Uint8Array(),
      } as const;
      const sent = [
        shipmentFields({ sender: address, order }),
        servicePointWire('d_sp_', point as unknown as ServicePoint),
        pickupWire(pickup),
        uploadWire({ ...upload, country }),
      ];
      expect(JSON.stringify(sent)).toMatch(/^[ -~]*$/);
    }),
    { numRuns: 1000 },
  );
});

const countriesWithRules = ['DE', 'SE', 'DK', 'UA', 'BG', 'RU', 'RS', 'MK', 'GR', 'NL'];
/** Official spellings leave these out, so they are dropped. */
const silentLetters = /[ьъ]/i;

test.each(countriesWithRules)('reports every dropped letter and digit of any script (%s)', (country) => {
  for (let point = 0x80; point <= 0x2ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    const { text, doubtful } = toAscii(`a${character}b`, country);
    if (text.length <= 2 && !doubtful && !silentLetters.test(character)) expect.fail(`U+${point.toString(16)} vanished`);
  }
});
