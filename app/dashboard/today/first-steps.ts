import { t } from '#app/language/messages.ts';
import type { FirstSteps } from './load-first-steps.server.ts';

export interface FirstStep {
  title: string;
  reason: string;
  action: string;
  to: string;
  isDone: boolean;
}

/** Nothing under .example can be reached: such an address is still the sample studio's. */
const isReachable = (email: string) => email !== '' && !email.endsWith('.example');

export function firstSteps(found: FirstSteps, studio: { address: string; email: string }): FirstStep[] {
  const steps: FirstStep[] = [
    {
      title: t('dashboard.today.add_your_contact_details'),
      reason: t('dashboard.today.address_email_phone_opening_hours_time'),
      action: t('dashboard.today.open_settings'),
      to: '/dashboard/settings',
      isDone: studio.address !== '' && isReachable(studio.email),
    },
    {
      title: t('dashboard.today.publish_a_class'),
      reason: t('dashboard.today.all_it_needs_is_a_title'),
      action: t('dashboard.today.add_a_class'),
      to: '/dashboard/offerings/new',
      isDone: found.hasClass,
    },
    {
      title: t('dashboard.today.set_up_email'),
      reason: t('dashboard.today.confirmations_wait_in_the_outbox_until'),
      action: t('dashboard.today.set_up_email'),
      to: '/dashboard/settings/mail',
      isDone: found.hasSentMail,
    },
    {
      title: t('dashboard.today.make_a_test_booking'),
      reason: t('dashboard.today.see_your_classes_as_visitors_do'),
      action: t('dashboard.today.view_classes'),
      to: '/classes',
      isDone: found.hasBooking,
    },
  ];
  if (!found.hasTransferAccount)
    steps.push({
      title: t('dashboard.today.add_a_bank_account'),
      reason: t('dashboard.today.without_one_nobody_can_pay_by'),
      action: t('dashboard.today.add_account'),
      to: '/dashboard/settings/booking',
      isDone: false,
    });
  if (found.hasSamples)
    steps.push({
      title: t('dashboard.today.remove_the_sample_content'),
      reason: t('dashboard.today.visitors_see_sample_classes_and_prices'),
      action: t('dashboard.today.view_sample_content'),
      to: '/dashboard/settings/samples',
      isDone: false,
    });
  return steps;
}

interface Lacks {
  lacksName: boolean;
  lacksPasskey: boolean;
  lacksSecondFactor: boolean;
}

/** What is missing in the account of the current user. */
export function accountSteps({ lacksName, lacksPasskey, lacksSecondFactor }: Lacks): FirstStep[] {
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
            isDone: false,
          },
        ]
      : [],
  );
}
