import type { Order } from './order.ts';
import type { Service } from './quote.ts';

/** Words of shipping methods that name no courier. */
const plainWords = new Set(
  (
    'standard standart express expres eco economy economic priority premium basic normal regular free cheapest fast fastest slow next same day days ' +
    'shipping delivery shipment ship post mail parcel package letter tracked untracked signed insured international domestic worldwide national ' +
    'local home door work rate flat fixed weight based table courier service order over under from to and or with by for the of in eu uk us ' +
    'versand versandkosten lieferung kostenlos kostenloser kostenlose kostenfrei gratis frei paket brief standardversand expressversand ' +
    'inland ausland deutschland europa nach ab bis per mit und werktage tage pauschale ' +
    'livraison gratuite gratuit rapide domicile relais colis suivi point lettre forfait a la le du en et jours ' +
    'verzending verzendkosten bezorging levering pakket binnen dagen thuis ' +
    'spedizione consegna gratuita corriere pacco giorni envio gratuito entrega domicilio paquete dias ' +
    'frakt leverans fragt levering hjem wysyłka dostawa darmowa kurier przesyłka paczka doprava zdarma'
  ).split(' '),
);

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** True if a shipping method may name a courier or a service: "Free shipping over 50" does not. */
export const namesSomething = (method: string): boolean =>
  wordsOf(method).some((word) => !plainWords.has(word) && !/^\d+\p{L}?$/u.test(word));

/**
 * The offered services that the customer of an order chose in the shop: those of a courier that the shipping method names, and of these
 * only those whose name it has too, if there are any. "Standard" alone names no courier.
 */
export function chosenByCustomer(services: readonly Service[], { shippingMethod = '' }: Pick<Order, 'shippingMethod'>): readonly Service[] {
  const said = wordsOf(shippingMethod);
  const names = (text: string): boolean => {
    const words = wordsOf(text);
    return words.some((word) => !plainWords.has(word)) && words.every((word) => said.includes(word));
  };
  const ofCourier = services.filter(({ courierName, courierKey }) => names(courierName) || names(courierKey));
  const exact = ofCourier.filter(({ courierName, courierKey, serviceName }) => {
    const shown = wordsOf(`${courierName} ${courierKey} ${serviceName}`);
    return said.every((word) => shown.includes(word));
  });
  return exact.length > 0 ? exact : ofCourier;
}
