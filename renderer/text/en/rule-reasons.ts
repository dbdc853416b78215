import type { RuleReason } from '../../../shared/rule-reason.ts';
import type { Sentences } from '../sentences.ts';
import { rules } from './rules.ts';

export const ruleReasons: Sentences<RuleReason> = {
  'sender-not-listed': ({ name, by }) =>
    by ? `${rules.ofVersion(by.no, by.version)} send as ${name}` : `The order names the sender ${name}`,
  'sender-hangs-on': ({ by, fact }) => `${rules.asks(by.no, fact)} ${rules.sentence(by)}`,
  'sent-as': ({ name, account, by }) => (by ? rules.sentAsByRule(name, account, by.no) : rules.sentAs(name, account)),
  'printer-not-named': ({ name, by }) =>
    `No label printer of this bench is called ${name}. ${rules.ofVersion(by.no, by.version)} ${rules.sentence(by)}`,
  'printer-of-other-format': ({ name, by, format, takes }) =>
    `${name} is for ${format} and takes ${takes}. ${rules.ofVersion(by.no, by.version)} ${rules.sentence(by)}`,
  'printer-hangs-on': ({ by, fact }) => `${rules.asks(by.no, fact)} ${rules.sentence(by)}`,
  'chosen-by-rule': ({ chosen, by, doubt }) =>
    `${chosen}. ${doubt === null ? rules.ofVersion(by.no, by.version) : rules.asksOfVersion(by.no, by.version, doubt)} ${rules.sentence(by)}`,
  'chosen-by-rules': ({ chosen, by, doubt, printer, point }) =>
    [
      `${chosen}.`,
      by && (doubt === null ? rules.ofVersion(by.no, by.version) : rules.asksOfVersion(by.no, by.version, doubt)),
      by && rules.sentence(by),
      ...[point, printer?.by ?? null]
        .filter((mark) => mark !== null && mark.no !== by?.no)
        .map((mark) => mark && `${rules.ofVersion(mark.no, mark.version)} ${rules.sentence(mark)}`),
    ]
      .filter(Boolean)
      .join(' '),
};
