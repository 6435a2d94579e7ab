import { lateRule } from '#app/features/booking/cancellation-rule.ts';
import { t } from '#app/language/messages.ts';
import { formatPercent } from '#app/language/number.ts';
import type { Policy, PolicyFacts } from './policy.ts';

export const cancellation: Policy = {
  slug: 'cancellation',
  title: () => t('shared.policies.cancellation'),
  summary: () => t('site.policies.cancellation_summary'),
  write: ({ email, phone, rules }) => [
    ...rulesOf(rules),
    {
      heading: t('site.policies.courses'),
      text: courseText(rules),
    },
    {
      heading: t('site.policies.when_we_cancel'),
      text: t('site.policies.you_always_get_everything_back_and'),
    },
    {
      heading: t('site.policies.how_to_tell_us'),
      text: t('site.policies.with_the_link_in_your_confirmation', {
        ways: email && phone ? 'both' : email ? 'email' : phone ? 'phone' : 'other',
        email,
        phone,
      }),
    },
    {
      heading: t('site.policies.the_price_you_saw'),
      text: t('site.policies.the_price_and_rules_of_the'),
    },
  ],
};

type Rules = PolicyFacts['rules'];

/** One rule is told in two sections; of several, each has one with its name. */
function rulesOf(rules: Rules) {
  const [only, ...others] = rules;
  if (!only) return [];
  const someone = t('shared.policies.someone_takes_your_place');
  if (others.length === 0)
    return [
      {
        heading: t('site.policies.until_hours_before', { hours: only.full_until_h }),
        text: t('site.policies.you_get_everything_back_the_way'),
      },
      {
        heading: t('site.policies.later_than_that'),
        text: `${lateRule(only)}\n\n${someone}`,
      },
    ];
  return rules.map((rule) => ({
    heading: rule.name,
    text: [
      t('shared.policies.rule_in_one_sentence', { hours: rule.full_until_h }),
      t('shared.policies.after_that', { rule: lateRule(rule) }),
      someone,
    ].join('\n\n'),
  }));
}

/** What comes back of a course that has begun differs where the rules do. */
function courseText(rules: Rules): string {
  const percents = new Set(rules.map((rule) => rule.late_credit_percent));
  const [percent = 0] = percents;
  const before = t('site.policies.a_course_before_and_after');
  if (percents.size !== 1 || percent === 0) return before;
  return `${before} ${t('site.policies.a_course_that_has_begun', { percent: formatPercent(percent) })}`;
}
