import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { orderStateOf } from '../../electron/orders/order-state.ts';
import { rowReasonText } from '../../renderer/text/reasons.ts';
import { proposedMapping } from '../../shared/mapping.ts';

/** Names of order states in each language: WooCommerce, PrestaShop, Magento, Shopware, Cdiscount, Allegro, Tiendanube. */
const ofOrders = {
  ship: [
    'processing|Payment accepted|Processing in progress|Awaiting Fulfillment|Unfulfilled|WaitingForShipmentAcceptation|new|Approved|Ready to ship',
    'In Bearbeitung|Bestellung in Bearbeitung|Zahlung eingegangen|Offen|Bestätigt|versandbereit|Bezahlt, nicht versendet',
    "Payée|Paiement accepté|En cours de préparation|Paiement à distance accepté|À expédier|En attente d'expédition",
    'Betaling aanvaard|Wordt momenteel voorbereid|In behandeling|Te verzenden|Wacht op verzending',
    'Pago aceptado|Preparación en proceso|Procesando|Abierta|Por enviar|Pendiente de envío',
    'Pagamento accettato|Preparazione in corso|In lavorazione|Da spedire|In attesa di spedizione',
    'Płatność zaakceptowana|Przygotowanie w toku|W realizacji|Nowe|Do wysłania|Oczekuje na wysyłkę',
  ],
  cancelled: [
    'cancelled|Canceled|CancelledByCustomer|Declined|Storniert|Bestellung storniert|Storniert, nicht versandt|Annulée|Refusée',
    'Geannuleerd|Cancelado|Anulado|Rechazado|Annullato|Cancellato|Anulowane|Odrzucone',
  ],
  refunded: ['refunded|Zahlung erstattet|Rückerstattet|Remboursement|Terugbetaald|Reembolso|Rimborsato|Zwrot|Zwrócone'],
  unpaid: [
    'Pending payment|Awaiting check payment|Payment error|unpaid|Draft|PaymentInProgress|Partially paid',
    'Zahlung ausstehend|Warten auf Zahlungseingang von Bank|Fehler bei der Bezahlung|Fehlgeschlagen|Nicht bezahlt',
    'En attente de paiement par chèque|En attente de virement bancaire|Erreur de paiement|Échouée|Non payée',
    'In afwachting van bankoverschrijving|Wachtend op betaling|Betalingsfout|Niet betaald',
    'Pago mediante cheque pendiente|Error en el pago|Pendiente de pago|No pagado',
    'In attesa di pagamento con assegno|Errore di pagamento|Non pagato',
    'Oczekiwanie płatności czekiem|Błąd płatności|Oczekuje na płatność|Nieopłacone',
  ],
  'on-hold': [
    'On hold|on-hold|pending|Returned|return_announced|On backorder (paid)|Partially shipped|Do not ship|In Wartestellung|Klärung notwendig|Teilweise versandt',
    'En attente|En cours de réapprovisionnement|In de wacht|En espera|In sospeso|In attesa di rifornimento|Wstrzymane|Brak towaru',
  ],
  fulfilled: [
    'Shipped|completed|Bestellung versandt|Abgeschlossen|Expédié|Livré|Terminée|Verzonden|Afgerond|Enviado|Entregado|Completado',
    'Consegna in corso|Spedito|Completato|Wysłane|Dostarczone|Zrealizowane',
  ],
  'partly-refunded': ['Partially refunded|Teilweise erstattet|Partiellement remboursé'],
};

test.each(
  Object.entries(ofOrders).flatMap(([state, lists]) => lists.flatMap((list) => list.split('|').map((written) => [written, state]))),
)('the state "%s" of an order is %s', (written, state) => {
  expect(orderStateOf('order', written)).toBe(state);
});

test.each([
  ['payment', 'Offen', 'unpaid'],
  ['payment', 'pending', 'unpaid'],
  ['payment', 'nein', 'unpaid'],
  ['payment', 'Anulado', 'unpaid'],
  ['payment', 'Recibido', 'ship'],
  ['payment', '12.03.2026', 'ship'],
  ['payment', 'Nachnahme', 'ship'],
  ['payment', 'Visa', undefined],
  ['delivery', 'Offen', 'ship'],
  ['delivery', 'pending', 'ship'],
  ['delivery', 'No está empaquetado', 'ship'],
  ['delivery', '08/15/25', 'fulfilled'],
  ['delivery', 'partial', 'on-hold'],
  ['cancelled', '2025-12-20 10:00', 'cancelled'],
  ['cancelled', '0000-00-00', 'ship'],
  ['order', '', null],
  ['order', 'Jalisco', undefined],
  ['order', 'Expédition en cours', undefined],
] as const)('in the column of the %s "%s" means %s', (of, written, state) => {
  expect(orderStateOf(of, written)).toBe(state);
});

function read(text: string) {
  const bytes = new TextEncoder().encode(text);
  const mapping = proposedMapping('Shop', text.split('\n')[0]?.toLowerCase().split(';') ?? []);
  const file = readOrderFile({ name: 'orders.csv', bytes, currency: 'EUR', mappings: [mapping] });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  return { holds: file.value.orders.map(({ hold }) => hold), remarks: file.value.remarks.map(rowReasonText), orders: file.value.orders };
}

test('a cancelled order of a French shop is held', () => {
  expect(
    read('N° commande;Statut;Nom;Adresse;Ville\n1;Payée;Dana Roy;4 rue Haute;Paris\n2;Annulée;Eli Fox;1 rue Basse;Lyon').holds,
  ).toEqual([null, 'cancelled']);
});

test.each([
  ['German', 'Bestellnr;Bestellstatus;Zahlungsstatus;Lieferstatus;Name;Ort', 'Offen', 'Offen', 'Offen'],
  ['French', 'N° commande;Statut commande;Statut du paiement;Statut de livraison;Nom;Ville', 'En cours', 'En attente', 'À expédier'],
  ['Dutch', 'Bestelnummer;Bestelstatus;Betaalstatus;Verzendstatus;Naam;Plaats', 'In behandeling', 'Niet betaald', 'Te verzenden'],
  ['Spanish', 'Número de orden;Estado de la orden;Estado del pago;Estado del envío;Nombre;Ciudad', 'Abierta', 'Pendiente', 'Por enviar'],
  ['Italian', 'N. ordine;Stato ordine;Stato pagamento;Stato spedizione;Nome;Città', 'In lavorazione', 'Non pagato', 'Da spedire'],
  ['Polish', 'Nr zamówienia;Status zamówienia;Status płatności;Status wysyłki;Nazwa;Miasto', 'Nowe', 'Nieopłacone', 'Do wysłania'],
  ['English', 'Order no;Order status;Payment status;Fulfillment status;Name;City', 'Open', 'Pending', 'Unfulfilled'],
])('%s columns of order, payment and delivery are each read', (_language, header, order, paid, sent) => {
  const row = ['1', order, paid, sent, 'Anna', 'Berlin'].join(';');
  expect(read(`${header}\n${row}`)).toMatchObject({ holds: ['unpaid'], remarks: [] });
});

test('an unknown state waits for the packer and is reported', () => {
  expect(read('Order no;Status;Name;City\n1;Sonderfall;Anna;Berlin')).toMatchObject({
    holds: ['on-hold'],
    remarks: ['The shop calls this order "Sonderfall", which is not known: it waits until a person releases it'],
  });
});

test('an order with one cancelled item waits for the packer', () => {
  expect(read('Order no;Status;Name;City\n1;Paid;Anna;Berlin\n1;Cancelled;Anna;Berlin')).toMatchObject({
    holds: ['on-hold'],
    remarks: ['The shop reports different states for the rows of this order: it waits until a person releases it'],
  });
});

test('an order that is refunded in part is marked as such', () => {
  expect(read('Order no;Payment status;Name;City\n1;partially_refunded;Anna;Berlin').orders[0]).toMatchObject({
    hold: null,
    isPartlyRefunded: true,
  });
});

test.each([
  ['estado', 'order;estado;name;city', 'status'],
  ['estado', 'order;name;ciudad;estado;cp', 'province'],
  ['stato', 'order;stato;nome;via', 'status'],
  ['stato', 'order;nome;via;cap;citta;stato', 'country'],
  ['state', 'order;name;city;state', 'province'],
])('the column %s of "%s" is the %s', (column, header, field) => {
  const { fields } = proposedMapping('Shop', header.split(';'));
  expect(Object.entries(fields).find(([, source]) => source?.columns.includes(column))?.[0]).toBe(field);
});

test.each(['orders.order.order_status.lengow', 'order.status', 'status.name', 'status'])('the state of nested data is %s', (column) => {
  expect(proposedMapping('Shop', ['order.id', 'shipping.city', 'shipping.street', column]).fields.status?.columns).toEqual([column]);
});

test('our own layout holds a cancelled order', () => {
  const file = readOrderFile({
    name: 'orders.csv',
    bytes: new TextEncoder().encode(
      'order,name,city,country,status,cancelled\nA-1,Anna,Berlin,DE,cancelled,\nA-2,Bo,Bonn,DE,,2026-11-20\nA-3,Cy,Bonn,DE,new,no',
    ),
  });
  if (!file.ok) throw new Error(JSON.stringify(file.failure));
  expect(file.value.orders.map(({ hold }) => hold)).toEqual(['cancelled', 'cancelled', null]);
});

test.each([
  ['In Bearbeitung', null],
  ['Storniert', 'cancelled'],
  ['En attente de paiement', 'unpaid'],
  ['Afgerond', 'fulfilled'],
  ['Sonderfall', 'on-hold'],
])('WooCommerce and Magento in other languages: "%s" is held as %s', (written, hold) => {
  const files = [
    `Order Number,Order Status,City (Shipping),Postcode (Shipping)\n1,${written},Berlin,10115`,
    `ID,Ship-to Name,Status,Shipping Address\n1,Anna,${written},"Weg 1,Berlin,10115"`,
  ];
  const holds = files.map((text) => {
    const file = readOrderFile({ name: 'orders.csv', bytes: new TextEncoder().encode(text), currency: 'EUR' });
    return file.ok ? file.value.orders[0]?.hold : file.failure;
  });
  expect(holds).toEqual([hold, hold]);
});
