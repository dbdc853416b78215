const open = ['08.00-20.00'];
const hours = { Monday: open, Tuesday: open, Wednesday: open, Thursday: open, Friday: open, Saturday: ['09.00-14.00'], Sunday: [] };
export const points = [
  {
    keycode: 'DE-10623-1',
    name: 'Späti am Zoo',
    street: 'Hardenbergstraße 27',
    postalCode: '10623',
    city: 'Berlin',
    country: 'DE',
    distanceKm: 0.4,
  },
  {
    keycode: 'DE-10625-4',
    name: 'Blumen Çelik',
    street: 'Kantstraße 88',
    postalCode: '10627',
    city: 'Berlin',
    country: 'DE',
    distanceKm: 1.1,
  },
  {
    keycode: 'DE-10629-2',
    name: 'Kiosk Weißbach',
    street: 'Mommsenstraße 4',
    postalCode: '10629',
    city: 'Berlin',
    country: 'DE',
    distanceKm: null,
  },
].map((point) => ({ ...point, hours }));

export const dropOffPoints = [
  { keycode: 'NL-5211-3', name: 'Tabakswinkel De Markt', street: 'Markt 41', postalCode: '5211 JK', distanceKm: 0.9 },
  { keycode: 'NL-5223-1', name: 'Primera Helftheuvel', street: 'Helftheuvelpassage 8', postalCode: '5224 AM', distanceKm: 1.8 },
].map((point) => ({ ...point, city: "'s-Hertogenbosch", country: 'NL', hours }));
