/**
 * Names of shipping methods by which the customer collects the order: WooCommerce's ids, or names in the languages of shops. A pickup point
 * does not count.
 */
const collected = [
  /^(?:local_pickup|pickup_location)\b/,
  /\b(?:local|store|shop|warehouse|in-?store|customer|self|curbside)[ -]?(?:pick[ -]?up|collection)\b/,
  /\bpick[ -]?up (?:in|at|from) (?:the )?(?:store|shop|warehouse)\b|\bcollect(?:ion)? (?:in|from|at) (?:the |our )?(?:store|shop|warehouse)\b/,
  /\bclick (?:&|and|n|'n') collect\b|^click-?n-?collect\b/,
  /\bselbstabhol(?:ung|er)\b|\babholung (?:(?:im|in (?:der|unserem|unserer)) (?:laden|geschäft|filiale|store|lager|werk)|vor ort|bei uns|ab (?:lager|werk))\b/,
  /\bretrait (?:en|au|à la|à l'|sur) ?(?:magasin|boutique|atelier|place|entrepôt|dépôt)\b/,
  /\b(?:recogida|recoger|retiro) en (?:la )?(?:tienda|local|almacén)\b/,
  /\britiro in (?:negozio|sede|magazzino)\b/,
  /\b(?:af|op)halen in (?:de |onze )?(?:winkel|showroom|magazijn|filiaal)\b|\bzelf (?:af|op)halen\b|\bwinkelafhaling\b/,
  /odbi[oó]r osobisty(?! w punkcie)|\bodbiór w (?:sklepie|salonie|magazynie)\b/,
  /osobn[íi] (?:odb[ěe]r|vyzvednut[íi])|\bosobný odber\b/,
  /\bafhentning i (?:butik|butikken)\b|\bhent i butik\b|\bhämta i butik\b|\bhent i butikk\b|\bnouto myymälästä\b/,
];

/** True if nothing is shipped, because the customer collects the order. */
export const isCollected = (shippingMethod: string): boolean => {
  const plain = shippingMethod.toLowerCase().replace(/’/g, "'").trim();
  return collected.some((each) => each.test(plain));
};
