import type { RuleReason } from '../../../shared/rule-reason.ts';
import type { Sentences } from '../sentences.ts';
import { rules } from './rules.ts';

export const ruleReasons: Sentences<RuleReason> = {
  'chosen-by-rule': ({ chosen, by, doubt }) =>
    `${chosen}. ${doubt === null ? rules.ofVersion(by.no, by.version) : rules.asksOfVersion(by.no, by.version, doubt)} ${rules.sentence(by)}`,
};
