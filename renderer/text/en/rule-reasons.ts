import type { RuleReason } from '../../../shared/rule-reason.ts';
import type { Sentences } from '../sentences.ts';
import { rules } from './rules.ts';

export const ruleReasons: Sentences<RuleReason> = {
  'sender-not-listed': ({ name, by }) => (by ? `${rules.ofVersion(by.no, by.version)} send as ${name}` : `The order says: send as ${name}`),
  'sender-hangs-on': ({ by, fact }) => `${rules.asks(by.no, fact)} ${rules.sentence(by)}`,
  'sent-as': ({ name, account, by }) => (by ? rules.sentAsByRule(name, account, by.no) : rules.sentAs(name, account)),
  'chosen-by-rule': ({ chosen, by, doubt }) =>
    `${chosen}. ${doubt === null ? rules.ofVersion(by.no, by.version) : rules.asksOfVersion(by.no, by.version, doubt)} ${rules.sentence(by)}`,
};
