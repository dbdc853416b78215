import type { CallArgs } from '../../shared/ipc.ts';
import type { Intent } from '../query.ts';
import type { SetupTab } from '../screens.ts';
import { AccountTab } from './account-tab.tsx';
import { BenchTab } from './bench-tab.tsx';
import { BenchesTab } from './benches-tab.tsx';
import { BoxesTab } from './boxes-tab.tsx';
import { CommandSheet } from './command-sheet.tsx';
import { DefaultsTab } from './defaults-tab.tsx';
import { MappingsTab } from './mappings-tab.tsx';
import { PapersTab } from './papers-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PlanTab } from './plan-tab.tsx';
import { PrintersTab } from './printers-tab.tsx';
import { PrivacyTab } from './privacy-tab.tsx';
import { ReprintsTab } from './reprints-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import { ScannerTab } from './scanner-tab.tsx';
import { SenderTab } from './sender-tab.tsx';
import { ShopTab } from './shop-tab.tsx';
import { SourcesTab } from './sources-tab.tsx';
import { SupportTab } from './support-tab.tsx';
import type { TabProps } from './tab-props.ts';
import { WebhooksTab } from './webhooks-tab.tsx';
import { WriteBackTab } from './write-back-tab.tsx';

interface OpenTabProps extends TabProps {
  readonly tab: SetupTab;
  readonly onFound: (count: number) => void;
  readonly onSaveRules: (rules: CallArgs<'saveRules'>) => void;
  readonly account: Intent;
  readonly shop: Intent;
  readonly isChecking: boolean;
  readonly onChecking: (isChecking: boolean) => void;
}

/** The content of a tab of Setup. */
export function OpenTab({ tab, onFound, onSaveRules, account, shop, isChecking, onChecking, ...props }: OpenTabProps) {
  switch (tab) {
    case 'steps':
      // A page of its own.
      return null;
    case 'account':
      return <AccountTab setup={props.setup} intent={account} isChecking={isChecking} onChecking={onChecking} />;
    case 'sender':
      return <SenderTab {...props} />;
    case 'boxes':
      return <BoxesTab {...props} />;
    case 'defaults':
      return <DefaultsTab {...props} />;
    case 'plan':
      return <PlanTab {...props} />;
    case 'rules':
      return <RulesTab {...props} onSave={onSaveRules} />;
    case 'webhooks':
      return <WebhooksTab setup={props.setup} />;
    case 'printers':
      return <PrintersTab {...props} onFound={onFound} />;
    case 'papers':
      return <PapersTab {...props} />;
    case 'mappings':
      return <MappingsTab {...props} />;
    case 'shop':
      return <ShopTab setup={props.setup} intent={shop} />;
    case 'sources':
      return <SourcesTab setup={props.setup} />;
    case 'writeBack':
      return <WriteBackTab setup={props.setup} />;
    case 'bench':
      return <BenchTab {...props} />;
    case 'reprints':
      return <ReprintsTab setup={props.setup} />;
    case 'people':
      return <PeopleTab {...props} />;
    case 'privacy':
      return <PrivacyTab setup={props.setup} />;
    case 'benches':
      return <BenchesTab setup={props.setup} />;
    case 'scanner':
      return <ScannerTab {...props} />;
    case 'commands':
      return <CommandSheet {...props} />;
    case 'support':
      return <SupportTab />;
  }
}
