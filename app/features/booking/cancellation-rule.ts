// What a cancellation policy means, worded from its numbers.
import { contentText } from '#app/language/content-text.ts';
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { formatPercent } from '#app/language/number.ts';

interface Rule {
  full_until_h: number;
  late_credit_percent: number;
}

export function lateRule({ late_credit_percent }: Rule): string {
  return late_credit_percent > 0
    ? t('shared.policies.then_percent_as_credit', { percent: formatPercent(late_credit_percent) })
    : t('shared.policies.then_nothing_back');
}

/** The studio's own summary, or one that follows from the numbers. */
export function ruleSummary(rule: (Rule & { summary: string } & Marks) | null | undefined) {
  if (!rule) return '';
  if (rule.summary) return contentText(rule, 'summary');
  return writtenRule(rule);
}

export function writtenRule(rule: Rule): string {
  return [
    t('shared.policies.rule_in_one_sentence', { hours: rule.full_until_h }),
    t('shared.policies.after_that', { rule: lateRule(rule) }),
    t('shared.policies.someone_takes_your_place'),
  ].join(' ');
}
