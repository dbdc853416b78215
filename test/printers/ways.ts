/** Abilities that a way to a printer may have. */
export const abilities = ['exact bytes', 'knows refused', 'knows lost midway', 'knows printed', 'status', 'cancels'] as const;
export type Ability = (typeof abilities)[number];

export const ways = [
  'Raw over TCP (`tcp://host:port`)',
  'Raw to a device (`device:PATH`)',
  'Raw through the spooler of Windows (`queue:NAME`)',
  'Raw through CUPS (`queue:NAME`)',
  'PDF through the spooler of Windows (`queue:NAME`)',
  'PDF through CUPS (`queue:NAME`)',
] as const;
export type Way = (typeof ways)[number];

/** The extent of each ability, as docs/printers.md states it. */
export type Reach = 'yes' | 'in part' | 'no';

const row = (...reach: readonly [Reach, Reach, Reach, Reach, Reach, Reach]): Readonly<Record<Ability, Reach>> => {
  const [bytes, refused, lost, printed, status, cancels] = reach;
  return { 'exact bytes': bytes, 'knows refused': refused, 'knows lost midway': lost, 'knows printed': printed, status, cancels };
};

export const reaches: Readonly<Record<Way, Readonly<Record<Ability, Reach>>>> = {
  'Raw over TCP (`tcp://host:port`)': row('yes', 'yes', 'yes', 'yes', 'yes', 'no'),
  'Raw to a device (`device:PATH`)': row('yes', 'yes', 'in part', 'yes', 'yes', 'no'),
  'Raw through the spooler of Windows (`queue:NAME`)': row('yes', 'yes', 'in part', 'no', 'in part', 'yes'),
  'Raw through CUPS (`queue:NAME`)': row('yes', 'yes', 'no', 'no', 'in part', 'yes'),
  'PDF through the spooler of Windows (`queue:NAME`)': row('no', 'yes', 'in part', 'no', 'in part', 'yes'),
  'PDF through CUPS (`queue:NAME`)': row('no', 'yes', 'in part', 'no', 'in part', 'yes'),
};

export const nameOfCell = (way: Way, ability: Ability): string => `${way}: ${ability}: ${reaches[way][ability]}`;
