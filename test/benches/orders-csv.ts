const columns =
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';

/** Returns a file of complete orders with these keys. The service knows each order by its key. */
export const ordersCsv = (keys: readonly string[]): string =>
  [
    columns,
    ...keys.map((key) => `${key},${key},Ada ${key},Dorpsstraat,7,3511 EF,Utrecht,NL,+31205550142,1.2,30,20,10,mugs,45.00,EUR`),
  ].join('\n');
