import { z } from 'zod';
import { backupStateSchema } from './backup.ts';
import { computerWarningSchema } from './computer-warning.ts';
import { spellingsSchema } from './contract.ts';
import { failureSchema } from './failure.ts';
import { mappingsSchema } from './mapping.ts';
import { boxSchema, parcelDefaultsSchema, shipmentDefaultsSchema, usualShipment } from './order.ts';
import { noPush, pushSettingsSchema } from './order-push.ts';
import { lookUpSchema, lookUpStateSchema, mostLookUps } from './order-source.ts';
import { portDoorSchema } from './port-listener.ts';
import { printersSchema } from './printer.ts';
import { scannerProfileSchema } from './scanner-profile.ts';
import { mostSenders, senderSchema } from './sender.ts';
import { decidedFormSchema, placesSchema } from './sheet-class.ts';
import { lastRuleSchema, noShippingRules, shippingRulesSchema } from './shipping-rule.ts';
import { webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';
import { noWriteBack, writeBackSettingsSchema, writeBackStateSchema } from './write-back.ts';

/** Where one world's service is reached. The key and the secret are kept apart, encrypted, and never come out. */
export const connectionSchema = z.object({ baseUrl: z.string(), account: z.string() });
export type Connection = z.infer<typeof connectionSchema>;

/** An account is one of several by its name: in letters the service does not take it would be another, or none. */
export const isAccountName = (account: string): boolean => !/[^ -~]/.test(account);

/** Short enough to remember, long enough that the few guesses a day that are taken do not find it. */
export const isLeadPin = (pin: string): boolean => /^\d{4,12}$/.test(pin);

/** More are no forms of couriers any more. */
export const mostForms = 200;

const mostTrustedHosts = 100;

/** Everything Setup knows that is not secret. */
export const settingsSchema = z.object({
  world: worldSchema.nullable(),
  connections: z.object({ training: connectionSchema.nullable(), sandbox: connectionSchema.nullable(), live: connectionSchema.nullable() }),
  benchName: z.string().min(1).max(40),
  packer: z.string().max(60),
  /** The first sends what neither an order nor a rule says otherwise of. */
  senders: z.array(senderSchema).max(mostSenders),
  boxes: z.array(boxSchema),
  defaults: parcelDefaultsSchema,
  shipmentDefaults: shipmentDefaultsSchema,
  /** Currency of values typed without one. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Of all orders that no rule of `shippingRules` decides. */
  rule: lastRuleSchema,
  shippingRules: shippingRulesSchema,
  printers: printersSchema,
  /** Where copies and documents that come with a label go. */
  papers: placesSchema,
  /** What a lead said of the sheets of couriers' forms. */
  forms: z.array(decidedFormSchema).max(mostForms),
  /** Shipments a month the plan allows; null without a limit. */
  monthLimit: z.int().positive().nullable(),
  /** IANA name of the warehouse's zone: what "today" means. */
  timeZone: z.string(),
  pickup: z.object({ readyTime: z.string(), closingTime: z.string(), instructions: z.string() }),
  /** How the scanner of this bench types; null until its calibration sheet was read. */
  scanner: scannerProfileSchema.nullable(),
  sounds: z.boolean(),
  /** A label of another parcel, scanned when one has just come out, stops the bench. */
  scanBack: z.boolean(),
  /** True when no other program uses this key; shown as "not protected" otherwise. */
  onlyUserOfKey: z.boolean(),
  spellings: spellingsSchema,
  webhooks: webhookSettingsSchema,
  /** Where the copies of the journal go; empty beside the data. */
  backupFolder: z.string().max(500),
  /** Order files whose columns are named otherwise. */
  mappings: mappingsSchema,
  /** Whose order files are taken by themselves; empty where there is none. */
  hotFolder: z.string().max(500),
  /** Who is asked for the order of a scanned number. Their answers are taken in this order. */
  lookUps: z.array(lookUpSchema).max(mostLookUps),
  push: pushSettingsSchema,
  writeBack: writeBackSettingsSchema,
  /** Other computers whose folders may be used, by their names in lower case; asked on Windows alone. */
  trustedHosts: z.array(z.string().max(255)).max(mostTrustedHosts),
  /** The version of what all benches of the site have in common, and the bench that made it; null where this bench has its own. */
  site: z.object({ version: z.int(), id: z.string(), bench: z.int() }).nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const firstSettings: Settings = {
  world: null,
  connections: { training: null, sandbox: null, live: null },
  benchName: 'Bench 1',
  packer: '',
  senders: [],
  boxes: [
    { id: 'S', name: 'S', lengthCm: 25, widthCm: 18, heightCm: 10, emptyWeightGrams: 120 },
    { id: 'M', name: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 350 },
    { id: 'L', name: 'L', lengthCm: 60, widthCm: 40, heightCm: 40, emptyWeightGrams: 700 },
  ],
  defaults: { boxId: '', weightGrams: null, contents: '', value: null },
  shipmentDefaults: usualShipment,
  currency: 'EUR',
  rule: 'ask',
  shippingRules: noShippingRules,
  printers: [],
  papers: { copy: 'label-printer', document: 'document-printer' },
  forms: [],
  monthLimit: null,
  timeZone: 'Europe/Amsterdam',
  pickup: { readyTime: '16:00', closingTime: '17:30', instructions: '' },
  scanner: null,
  sounds: true,
  scanBack: false,
  onlyUserOfKey: true,
  spellings: { environment: 'learned', instructions: 'learned' },
  webhooks: { isOn: false, port: 8740, fromNetwork: true, acceptsPlain: false, reachedAt: '', secret: '' },
  backupFolder: '',
  mappings: [],
  hotFolder: '',
  lookUps: [],
  push: noPush,
  writeBack: noWriteBack,
  trustedHosts: [],
  site: null,
};

/** What Setup shows: the settings, and of the secrets only whether they are there. */
export const setupSchema = z.object({
  settings: settingsSchema,
  hasCredentials: z.object({ training: z.boolean(), sandbox: z.boolean(), live: z.boolean() }),
  /** The fingerprint of each kept key, as *Sent with* names it; absent if it cannot be read. */
  keys: z.object({ sandbox: z.string(), live: z.string() }).partial().optional(),
  /**
   * What an earlier run of this bench had and this one lacks, so that it does not look like a first start: the path of settings that could not be
   * read, and why the world of the settings did not open. Absent or null if nothing is lost.
   */
  lost: z.object({ settingsKeptAs: z.string().nullable(), notOpened: failureSchema.nullable() }).optional(),
  hasLeadPin: z.boolean(),
  /** When the recovery code was made that opens the copies on another computer; null where there is none. */
  recoveryMadeAt: z.iso.datetime().nullable(),
  backup: backupStateSchema,
  /** Where the witnesses of the journals are, and whether that of the open one cannot be written. */
  witness: z.object({ folder: z.string(), fails: z.boolean() }),
  /** What an administrator has to look at on this computer. */
  computer: z.array(computerWarningSchema),
  /** Whether this bench was told the ledger of its site; how it stands with it is in the frame. */
  hasLedger: z.boolean(),
  /** It is on its way out: the ledger has not said yet whether it is gone. */
  isLeavingLedger: z.boolean(),
  /** What of the first steps only paper and scanner can tell; of the open world. */
  firstSteps: z.object({ testLabel: z.boolean(), commandSheet: z.boolean() }),
  /** What in the admin's error dictionary cannot be used: a pattern, or null where the whole file cannot. */
  dictionaryProblems: z.array(z.object({ pattern: z.string().nullable() })),
  lookUps: z.array(lookUpStateSchema),
  hasWriteBackToken: z.boolean(),
  /** A name and a password for the proxy of this network are kept. */
  hasProxyLogin: z.boolean(),
  writeBack: writeBackStateSchema,
  /** Whether others can send orders, and where to. */
  push: z.object({ door: portDoorSchema, address: z.string() }),
  webhooks: z.object({
    door: portDoorSchema,
    /** What is entered at the service for the open world; empty while there is none. */
    address: z.string(),
    lastAt: z.iso.datetime().nullable(),
  }),
});
export type Setup = z.infer<typeof setupSchema>;
