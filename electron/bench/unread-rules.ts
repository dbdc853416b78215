import type { Failure } from '../../shared/failure.ts';
import type { SettingReason } from '../../shared/setting-reason.ts';
import type { RulesInForce } from '../../shared/shipping-rule.ts';
import type { BenchContext } from './context.ts';

/** The settings of all benches that a newer program saved, where this one cannot read them. */
export function saidUnread({ settings }: Pick<BenchContext, 'settings'>): SettingReason | undefined {
  const { siteUnread } = settings();
  return siteUnread ? { code: 'settings-said-unread', ...siteUnread } : undefined;
}

/** Why these rules decide nothing, where later ones cannot be read here. */
export function unreadRules(context: Pick<BenchContext, 'settings' | 'fail'>, { areUnread }: RulesInForce): Failure | undefined {
  if (!areUnread) return undefined;
  const said = saidUnread(context);
  return context.fail('rules-unread', said ? [said] : undefined).failure;
}
