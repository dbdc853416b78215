import type { SetupTab } from '../screens.ts';
import { text } from '../text/text.ts';

/** Names of the settings of each tab, as they stand there. */
function settingsByTab(): Record<SetupTab, readonly string[]> {
  const {
    account,
    address,
    bench,
    boxes,
    commands,
    defaults,
    mappings,
    papers,
    plan,
    printers,
    scanner,
    shop,
    sources,
    webhooks,
    writeBack,
  } = text.setup;
  return {
    account: [account.key, account.secret, account.address, account.world, account.account, account.who],
    plan: [plan.limit],
    webhooks: [webhooks.isOn, webhooks.fromNetwork, webhooks.reachedAt],
    steps: [text.setup.steps.title],
    printers: [printers.byHand, printers.role, printers.dpi, printers.width, printers.height],
    boxes: [boxes.size, boxes.weight],
    sender: [address.name, address.street, address.postalCode, address.city, address.phone, address.email, address.eori],
    scanner: [scanner.title],
    bench: [
      bench.name,
      bench.packer,
      bench.sounds,
      bench.scanBack,
      bench.checksItems,
      bench.opensByProduct,
      bench.backupFolder,
      bench.recoveryTitle,
      bench.pinTitle,
    ],
    privacy: [text.privacy.title, text.privacy.keptTitle],
    reprints: [text.reprint.list.parcels],
    people: [text.people.setup.title, text.people.setup.add],
    commands: [commands.title],
    support: [text.setup.support.title],
    papers: [papers.of.copy, papers.of.document],
    benches: [text.setup.benches.joinTitle],
    shop: [shop.kinds.shopify, shop.kinds.woocommerce, shop.address],
    mappings: [mappings.hotFolder],
    writeBack: [writeBack.folder, writeBack.layout, writeBack.url, writeBack.body],
    sources: [sources.lookUps],
    rules: [text.rules.title],
    defaults: [
      defaults.box,
      defaults.weight,
      defaults.contents,
      defaults.value,
      defaults.currency,
      defaults.takesLearned,
      defaults.hsCode,
      defaults.exportDeclaration,
      defaults.ready,
      defaults.closing,
      defaults.instructions,
      defaults.zone,
    ],
  };
}

export interface FoundSetting {
  readonly tab: SetupTab;
  /** Empty for the tab itself. */
  readonly name: string;
}

/** All tabs and settings with these words in their name or in that of their tab; each word may be a part. No words find all. */
export function findSettings(typed: string, tabs: readonly SetupTab[]): FoundSetting[] {
  const words = bare(typed).split(' ').filter(Boolean);
  const byTab = settingsByTab();
  return tabs.flatMap((tab) =>
    ['', ...byTab[tab]].flatMap((name) => {
      const said = bare(`${text.setup.tabs[tab]} ${name || text.setup.also[tab]}`);
      return words.every((word) => said.includes(word)) ? [{ tab, name }] : [];
    }),
  );
}

const bare = (words: string): string => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
