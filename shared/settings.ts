import { z } from 'zod';
import { backupStateSchema } from './backup.ts';
import { computerWarningSchema } from './computer-warning.ts';
import { spellingsSchema } from './contract.ts';
import { explanationSchema } from './explanation.ts';
import { failureSchema } from './failure.ts';
import { mostPictureHosts, pictureHostSchema } from './item-picture.ts';
import { keyChangeSchema } from './key-change.ts';
import { mappingsSchema } from './mapping.ts';
import { boxSchema, parcelDefaultsSchema, shipmentDefaultsSchema, usualShipment } from './order.ts';
import { noPush, pushSettingsSchema } from './order-push.ts';
import { lookUpSchema, lookUpStateSchema, mostLookUps } from './order-source.ts';
import { lockMinutes } from './person.ts';
import { portStateSchema } from './port-listener.ts';
import { printersSchema } from './printer.ts';
import { retentionStateSchema } from './privacy.ts';
import { scannerProfileSchema } from './scanner-profile.ts';
import { mostSenders, senderSchema } from './sender.ts';
import { decidedFormSchema, placesSchema } from './sheet-class.ts';
import { lastRuleSchema, noShippingRules, shippingRulesSchema } from './shipping-rule.ts';
import { connectedShopSchema, shopKinds, shopStateSchema } from './shop.ts';
import { webhookSettingsSchema } from './webhook.ts';
import { worldSchema } from './world.ts';
import { noWriteBack, writeBackSettingsSchema, writeBackStateSchema } from './write-back.ts';

/** Address of one environment's service. The key and the secret are stored separately, encrypted, and never returned. */
export const connectionSchema = z.object({ baseUrl: z.string(), account: z.string() });
export type Connection = z.infer<typeof connectionSchema>;

/** An account is identified by its name. With characters that the service does not accept, it would be another account or none. */
export const isAccountName = (account: string): boolean => !/[^ -~]/.test(account);

/** Short enough to remember, long enough to resist the few guesses per day that are accepted. */
export const isLeadPin = (pin: string): boolean => /^\d{4,12}$/.test(pin);

/** Long enough that nobody guesses it from a stolen disk in years, and longer than what a scanner types by chance. */
export const isPassphrase = (passphrase: string): boolean =>
  passphrase.length >= passphraseLength.least && passphrase.length <= passphraseLength.most;
export const passphraseLength = { least: 12, most: 200 } as const;

/** Limit of stored forms; couriers do not have more. */
export const mostForms = 200;

const mostTrustedHosts = 100;

/** All settings. Secrets are stored separately, encrypted, and are no part of them. */
export const settingsSchema = z.object({
  world: worldSchema.nullable(),
  connections: z.object({ training: connectionSchema.nullable(), sandbox: connectionSchema.nullable(), live: connectionSchema.nullable() }),
  benchName: z.string().min(1).max(40),
  packer: z.string().max(60),
  /** Minutes without a key or a touch after which a bench with listed people locks. */
  lockAfterMinutes: z.int().min(lockMinutes.least).max(lockMinutes.most),
  /** The first one sends orders for which neither the order nor a rule names a sender. */
  senders: z.array(senderSchema).max(mostSenders),
  boxes: z.array(boxSchema),
  defaults: parcelDefaultsSchema,
  shipmentDefaults: shipmentDefaultsSchema,
  /** Currency of values entered without one. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** For all orders that no rule of `shippingRules` decides. */
  rule: lastRuleSchema,
  shippingRules: shippingRulesSchema,
  printers: printersSchema,
  /** Destination of copies and documents that come with a label. */
  papers: placesSchema,
  /** A shift lead's decisions about the sheets of couriers' forms. */
  forms: z.array(decidedFormSchema).max(mostForms),
  /** Shipments per month that the plan allows; null if unlimited. */
  monthLimit: z.int().positive().nullable(),
  /** IANA name of the warehouse's time zone, which defines "today". */
  timeZone: z.string(),
  pickup: z.object({ readyTime: z.string(), closingTime: z.string(), instructions: z.string() }),
  /** Typing profile of the bench's scanner; null until its calibration sheet was read. */
  scanner: scannerProfileSchema.nullable(),
  sounds: z.boolean(),
  /** If set, scanning another parcel's label right after printing stops the bench. */
  scanBack: z.boolean(),
  /** If set, the items of every order on Ship are scanned off before it is bought. */
  checksItems: z.boolean(),
  /** If set, the code of a product opens the oldest order that is one piece of it. */
  opensByProduct: z.boolean(),
  /** If set, Ship shows all services and extras; otherwise three services and the extras in use. `0` changes it. */
  showsAllServices: z.boolean(),
  /** If set, Ship may ask whether the cheapest service shall always be selected. *No* ends that. */
  suggestsCheapest: z.boolean(),
  /** True if no other program uses this key; otherwise the bench shows "not protected". */
  onlyUserOfKey: z.boolean(),
  spellings: spellingsSchema,
  webhooks: webhookSettingsSchema,
  /** The folder of the journal backups; empty means beside the data. */
  backupFolder: z.string().max(500),
  /** Mappings for order files with other column names. */
  mappings: mappingsSchema,
  /** Folder from which order files are imported automatically; empty if there is none. */
  hotFolder: z.string().max(500),
  /** Look-ups that are queried for the order of a scanned number. Their answers are used in this order. */
  lookUps: z.array(lookUpSchema).max(mostLookUps),
  push: pushSettingsSchema,
  /** Hosts that pictures of items may come from, whatever the source of an order is; as `URL.host` writes them. */
  pictureHosts: z.array(pictureHostSchema).max(mostPictureHosts),
  writeBack: writeBackSettingsSchema,
  /** Connected shops, at most one of each kind. */
  shops: z.array(connectedShopSchema).max(shopKinds.length),
  /** Other computers whose folders may be used, by their names in lower case; only relevant on Windows. */
  trustedHosts: z.array(z.string().max(255)).max(mostTrustedHosts),
  /** Version of the settings shared by all benches of the site, and the bench that made it; null if this bench has its own. */
  site: z.object({ version: z.int(), id: z.string(), bench: z.int() }).nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const firstSettings: Settings = {
  world: null,
  connections: { training: null, sandbox: null, live: null },
  benchName: 'Bench 1',
  packer: '',
  lockAfterMinutes: lockMinutes.usual,
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
  checksItems: false,
  opensByProduct: false,
  showsAllServices: false,
  suggestsCheapest: true,
  onlyUserOfKey: true,
  spellings: { environment: 'learned', instructions: 'learned' },
  webhooks: { isOn: false, port: 8740, fromNetwork: true, acceptsPlain: false, reachedAt: '' },
  backupFolder: '',
  mappings: [],
  hotFolder: '',
  lookUps: [],
  push: noPush,
  pictureHosts: [],
  writeBack: noWriteBack,
  shops: [],
  trustedHosts: [],
  site: null,
};

/** The data of Setup: the settings, and for secrets only whether they exist. */
export const setupSchema = z.object({
  settings: settingsSchema,
  hasCredentials: z.object({ training: z.boolean(), sandbox: z.boolean(), live: z.boolean() }),
  /** Fingerprint of each stored key, as *Sent with* shows it; absent if it cannot be read. */
  keys: z.object({ sandbox: z.string(), live: z.string() }).partial().optional(),
  /**
   * Data that an earlier run of this bench had and this one lacks, so that it does not look like a first start: the path of settings that
   * could not be read, and why the environment of the settings did not open. Absent or null if nothing is lost.
   */
  lost: z.object({ settingsKeptAs: z.string().nullable(), notOpened: failureSchema.nullable() }).optional(),
  /** False while people are listed: their roles take its place. */
  hasLeadPin: z.boolean(),
  /** True if the forms about other benches ask for the PIN of the shift lead: the ledger checks it too, whoever signed in here. */
  asksSitePin: z.boolean(),
  /** If this computer has a key store that protects the data, and if a passphrase does. */
  protection: z.object({ hasKeyStore: z.boolean(), hasPassphrase: z.boolean() }),
  /** When the recovery code was made that opens the backups on another computer; null if there is none. */
  recoveryMadeAt: z.iso.datetime().nullable(),
  /** The change of the data key that is under way; null if there is none. */
  keyChange: keyChangeSchema.nullable(),
  backup: backupStateSchema,
  /** Folder of the rollback guards, and if that of the open journal cannot be written. */
  witness: z.object({ folder: z.string(), fails: z.boolean() }),
  /** The nightly deletion of the open environment. */
  retention: retentionStateSchema,
  /** Problems of this computer for an administrator. */
  computer: z.array(computerWarningSchema),
  /** True if this bench has the address of its site's ledger; its state there is in the frame. */
  hasLedger: z.boolean(),
  /** True while this bench leaves its site and the ledger has not confirmed it yet. */
  isLeavingLedger: z.boolean(),
  /** First steps in the open environment that only paper and scanner can prove. */
  firstSteps: z.object({ testLabel: z.boolean(), commandSheet: z.boolean() }),
  /** The shop's explanations of errors of the service, the newest first. */
  explanations: z.array(explanationSchema),
  /** Unusable entries of the admin's error dictionary: a pattern, or null if the whole file is unusable. */
  dictionaryProblems: z.array(z.object({ pattern: z.string().nullable() })),
  lookUps: z.array(lookUpStateSchema),
  hasWriteBackToken: z.boolean(),
  /** A login for the proxy of this network is stored. */
  hasProxyLogin: z.boolean(),
  writeBack: writeBackStateSchema,
  shops: z.array(shopStateSchema),
  /** State of the port at which others can send orders, and the address for it. */
  push: z.object({ listener: portStateSchema, address: z.string(), hasToken: z.boolean() }),
  webhooks: z.object({
    listener: portStateSchema,
    /** The address to enter at the service for the open environment, with dots in place of its secret; empty while there is none. */
    address: z.string(),
    lastAt: z.iso.datetime().nullable(),
  }),
});
export type Setup = z.infer<typeof setupSchema>;
