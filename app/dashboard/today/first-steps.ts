// The first steps of a new studio, in order. A step is done by a fact, never by opening a page.
import { t } from '#app/language/messages.ts';
import type { FirstStepFacts } from '#contracts/overview.ts';

export interface FirstStep {
  name: string;
  title: string;
  /** What must be so for it to be done, or what is so far. */
  fact: string;
  reason: string;
  action: string;
  to: string;
  isDone: boolean;
}

/** What the program itself knows, besides the database. */
interface Knows {
  /** Emails arrive. */
  sendsMail: boolean;
  takesCards: boolean;
}

const STEPS = {
  look: '/dashboard/settings/look',
  legal: '/dashboard/settings/business',
  mail: '/dashboard/settings/mail',
  languages: '/dashboard/settings/languages',
  class: '/dashboard/offerings/new',
  policies: '/dashboard/settings/business',
  money: '/dashboard/settings/booking',
  samples: '/dashboard/settings/samples',
  backup: '/dashboard/system/backups',
} as const;
type StepName = keyof typeof STEPS;

export function firstSteps(facts: FirstStepFacts, { sendsMail, takesCards }: Knows): FirstStep[] {
  const { untranslated, confirmed_policies: confirmed, policies, samples } = facts;
  const step = (name: StepName, isDone: boolean, fact = t(`dashboard.first_steps.${name}_fact`)) => ({
    name,
    title: t(`dashboard.first_steps.${name}_title`),
    fact,
    reason: t(`dashboard.first_steps.${name}_reason`),
    action: t(isDone ? 'dashboard.first_steps.change' : `dashboard.first_steps.${name}_action`),
    to: name === 'look' && !facts.has_name ? '/dashboard/settings' : STEPS[name],
    isDone,
  });
  return [
    step('look', facts.has_name && facts.has_look),
    step('legal', facts.has_legal_details),
    step('mail', sendsMail),
    step(
      'languages',
      untranslated === 0,
      t('dashboard.first_steps.languages_untranslated', { count: untranslated }),
    ),
    step('class', facts.has_room && facts.has_teacher && facts.has_class, classFact(facts)),
    step(
      'policies',
      policies > 0 && confirmed === policies,
      t('dashboard.first_steps.policies_confirmed', { confirmed, count: policies }),
    ),
    step('money', facts.takes_transfers || takesCards),
    step('samples', samples === 0, t('dashboard.first_steps.samples_left', { count: samples })),
    step(
      'backup',
      facts.has_read_back,
      facts.has_backup && !facts.has_read_back ? t('dashboard.first_steps.backup_not_read_back') : undefined,
    ),
  ];
}

function classFact({ has_room, has_teacher, has_class }: FirstStepFacts): string {
  if (!has_room) return t('dashboard.first_steps.class_needs_room');
  if (!has_teacher) return t('dashboard.first_steps.class_needs_teacher');
  return has_class ? t('dashboard.first_steps.class_fact') : t('dashboard.first_steps.class_needs_date');
}

interface Lacks {
  lacksName: boolean;
  lacksPasskey: boolean;
  lacksSecondFactor: boolean;
}

export type AccountStep = Pick<FirstStep, 'title' | 'reason' | 'action' | 'to'>;

/** What is missing in the account of the current user. */
export function accountSteps({ lacksName, lacksPasskey, lacksSecondFactor }: Lacks): AccountStep[] {
  const steps: [boolean, string, string][] = [
    [lacksName, t('dashboard.today.add_your_name'), t('dashboard.today.so_that_the_studio_knows_who')],
    [
      lacksSecondFactor,
      t('dashboard.today.add_a_second_factor'),
      t('dashboard.today.you_have_access_to_other_peoples'),
    ],
    [
      lacksPasskey,
      t('dashboard.today.add_a_passkey'),
      t('dashboard.today.sign_in_with_a_fingerprint_instead'),
    ],
  ];
  return steps.flatMap(([isMissing, title, reason]) =>
    isMissing
      ? [
          {
            title,
            reason,
            action: t('dashboard.today.open_security'),
            to: '/dashboard/security',
          },
        ]
      : [],
  );
}
