import type { Hold } from '../../shared/order.ts';

/** The column of a state: "pending" means unpaid in a payment column, and not sent yet in a delivery column. */
type StateOf = 'order' | 'payment' | 'delivery' | 'cancelled';

/** A reason to hold the order, `ship` if nothing prevents shipping it, or a partial refund. */
type OrderState = Hold | 'ship' | 'partly-refunded';

/**
 * Reduces a state to letters, digits and single blanks: `WaitingForShipment`, `on-hold`, `Annulée` become `waiting for shipment`, `on
 * hold`, `annulee`.
 */
const plain = (written: string): string =>
  written
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

type Test = (words: string) => boolean;
const found =
  (pattern: RegExp): Test =>
  (words) =>
    pattern.test(words);
const alternatives = (list: string): string => list.trim().split(/\s+/).join('|').replaceAll('_', ' ');
/** Matches a word, or several joined by `_`, that begins with one of these. */
const begins = (list: string): Test => found(new RegExp(`(?<![a-z0-9])(?:${alternatives(list)})`));
/** Matches whole words. */
const word = (list: string): Test => found(new RegExp(`(?<![a-z0-9])(?:${alternatives(list)})(?![a-z0-9])`));
/** Matches the whole text. */
const all = (list: string): Test => found(new RegExp(`^(?:${alternatives(list)})$`));
const and =
  (...tests: readonly Test[]): Test =>
  (words) =>
    tests.every((each) => each(words));
const or =
  (...tests: readonly Test[]): Test =>
  (words) =>
    tests.some((each) => each(words));
const butNot =
  (one: Test, other: Test): Test =>
  (words) =>
    one(words) && !other(words);

// English, German, French, Dutch, Spanish, Italian, Polish, as shops and marketplaces write them: each language begins with the words of
// WooCommerce, PrestaShop, Magento, Shopware and Tiendanube.
const cancelled = begins(
  'cancel storn annul abgebrochen annulliert geannul anul rejected refus declin abgelehnt geweigerd afgewezen rechaz rifiut odrzuc odwol trash deleted gelosch void expired abgelaufen expire verlopen vencid caduc scadut wygas',
);
const refunded = begins(
  'refund paid_back chargeback erstatt zuruckerstatt ruckerstatt ruckbuch rembourse terugbeta teruggestort reembols rimbors zwrot zwroc',
);
/** Returned goods were sent once: only a user can decide whether to send them again. */
const returned = begins('return retour devuel devol reso');
const partly = begins('part teil gedeelte deels parcial parzial czesci');
const money = begins(
  'pay paid zahl bezahl vorkasse vorauskasse rechnung paiement paye cheque check virement debit betal betaal bankover pago pagad cobr transfer pagam pagat bonifico assegno plat oplac zaplac przelew invoice bank',
);
const waiting = begins(
  'wait await pending due ausstehend ausstand wart erwart attente attend afwacht wacht espera pendient attesa sospes oczek czek unconfirmed unbestat',
);
const open = begins('open offen');
const underWay = begins('progress en_cours in_corso in_behandel w_toku review');
const failed = begins(
  'fail fehl echou echec mislukt fout betalingsfout fallid fallit error erreur errore nieud blad overdue uberfallig mahn erinner remind',
);
const unpaid = begins(
  'unpaid not_paid not_yet_paid unbezahlt nicht_bezahlt impaye non_pay non_regl onbetaald niet_betaald nog_niet_betaald no_pag sin_pag impag non_pag da_pagare nieopl nie_opl niezapl nie_zapl draft checkout_draft entwurf brouillon borrador bozza szkic',
);
const send = begins(
  'ship dispatch despatch fulfil deliver send versand versend liefer expedi envoi envoy livr verzend verzond lever envio envi entreg spedi consegn evas wysyl wysl dostaw empaquet',
);
const not = word('not no non nicht niet sin nie pas');
const ready = word('to zu zum a da te por per para do ready bereit fertig pret prete klaar listo pronto gotowe gotowa gotowy');
const neverSend = begins('do_not nicht_versenden nicht_verschicken ne_pas no_enviar non_spedire nie_wysylac');
const unsent = begins('unship unfulfil unsent unpack unprocess versandbereit versandfertig unversandt niewysl niezreal');
const sent = begins(
  'shipped dispatched despatched sent fulfilled delivered complete finished picked_up in_transit on_the_way out_for_delivery versandt versendet verschickt geliefert ausgeliefert zugestellt abgeschlossen fertiggestellt erledigt vollstandig unterwegs in_zustellung expedie envoye livre termine livraison_en_cours en_cours_de_livraison verzonden verstuurd afgelever geleverd bezorgd afgerond voltooid afgehandeld onderweg enviad entregad completad finaliz en_camino en_reparto spedit consegn completat evas wysl dostarcz dorecz odebran zreal zakon nadan w_drodze',
);
const stopped = begins(
  'hold held wartest zuruckgehalten pausiert angehalten gesperrt blocked bloqu bloccat backorder back_order reappro nicht_auf_lager nicht_lieferbar nalever rifornim brak klarung fraud betrug suspend sospes wstrzym verif review problem clos geschlossen archiv ferme clotur gesloten cerrad chius zamkn',
);
const going = begins(
  'paid payment_accepted payment_received remote_payment bezahlt gezahlt eingegangen zahlungseingang autoris authori captur paye paiement_accepte paiement_a_distance regle encaisse betaald betaling_aanvaard betaling_op betaling_ontvangen pago pagad cobrad pagat pagament oplac zaplac platnosc process progress approv genehmigt approuv goedgek aprobad zatwierdz in_bearbeitung in_arbeit in_vorbereitung en_cours en_prepar prepar valid in_behandel in_verwerking verwerk voorber procesa en_proceso in_lavor lavor w_realiz w_trakcie w_toku przygot new neu neue nouve nieuw nuev nuov nowe accept angenommen aanvaard geaccept acept accett zaakcept przyj confirm bestat bevest conferm potwier release freigegeben open offen ouvert abiert apert otwart unbearbeitet kommission',
);
const cashOnDelivery = begins('cod cash_on nachnahme contre_remb contrareemb contra_reemb contrasseg rembours pobran za_pobran');
const yes = all('yes y true 1 ja j oui o vrai si s sim tak t ok success successful received recibido recibida x');
const no = all('no n false 0 nein non faux nee falso nie');
const date = found(/^\d{1,4} \d{1,2} \d{1,4}(?: |$)/);

const isToSend = or(unsent, and(send, not), butNot(and(send, or(ready, waiting)), money));
const isPartlyRefunded = and(partly, refunded);
const isUnpaid = or(unpaid, failed, butNot(and(money, or(waiting, open, underWay, partly)), send));

/** Meanings of words by column; the first match counts. Reasons against shipping come before reasons for it. */
const meanings: Readonly<Record<StateOf, readonly (readonly [is: Test, state: OrderState | undefined])[]>> = {
  order: [
    [and(cancelled, money), 'unpaid'],
    [cancelled, 'cancelled'],
    [isPartlyRefunded, 'partly-refunded'],
    [refunded, 'refunded'],
    [isUnpaid, 'unpaid'],
    [neverSend, 'on-hold'],
    [isToSend, 'ship'],
    [or(and(partly, send), stopped, waiting, returned), 'on-hold'],
    [sent, 'fulfilled'],
    // Some marketplaces use this for orders to be sent, others for orders on their way.
    [and(send, underWay), undefined],
    [going, 'ship'],
  ],
  payment: [
    [isPartlyRefunded, 'partly-refunded'],
    [refunded, 'refunded'],
    [cashOnDelivery, 'ship'],
    [or(cancelled, unpaid, failed, waiting, open, underWay, partly, no, not), 'unpaid'],
    [stopped, 'on-hold'],
    [or(going, yes, date, begins('complete completad completat vollstandig komplett')), 'ship'],
  ],
  delivery: [
    [cancelled, 'cancelled'],
    [or(refunded, returned, partly), 'on-hold'],
    [neverSend, 'on-hold'],
    [or(isToSend, no, not), 'ship'],
    [stopped, 'on-hold'],
    [or(sent, yes, date), 'fulfilled'],
    [or(waiting, going), 'ship'],
  ],
  cancelled: [
    [or(no, all('0000 00 00 0000_00_00 0000_00_00_00_00_00 none null')), 'ship'],
    [() => true, 'cancelled'],
  ],
};

/** Returns what a state means for shipping; null if it is empty, undefined if its words are unknown. */
export function orderStateOf(of: StateOf, written: string): OrderState | null | undefined {
  const words = plain(written);
  return words === '' ? null : meanings[of].find(([is]) => is(words))?.[1];
}

/**
 * Returns the hold for an order state in any language; null if nothing prevents shipping, undefined for a partial refund or unknown words.
 */
export function holdOfState(written: string): Hold | null | undefined {
  const state = orderStateOf('order', written);
  return state === 'ship' ? null : state === 'partly-refunded' ? undefined : state;
}
