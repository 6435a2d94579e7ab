// The email about an alarm.
import { t } from '#app/language/messages.ts';
import { pageUrl } from '../language/page-url.ts';
import { type RenderedEmail, renderEmail } from '../mail/templates/layout.ts';
import type { MailStudio } from '../mail/templates/mail-studio.ts';
import type { StoredAlarm } from './next-alarm.ts';

const LABELS = {
  radio: 'email.alarms.radio',
  jobs: 'email.alarms.jobs',
  disk: 'email.alarms.disk',
  backup: 'email.alarms.backup',
  'off-site': 'email.alarms.off_site',
  certificate: 'email.alarms.certificate',
  mail: 'email.alarms.mail',
} as const;

function labelOf(name: string): string {
  return name in LABELS ? t(LABELS[name as keyof typeof LABELS]) : name;
}

export function renderAlarm(
  studio: MailStudio,
  notice: 'began' | 'over',
  { name, message, advice, beganAtMs }: StoredAlarm,
): RenderedEmail {
  const label = labelOf(name);
  const isOver = notice === 'over';
  return renderEmail({
    ...studio,
    subject: isOver
      ? t('email.alarms.over_subject', { label })
      : t('email.alarms.began_subject', { label, message }),
    heading: isOver ? t('email.alarms.over_subject', { label }) : t('email.alarms.began_heading', { label }),
    intro: isOver ? t('email.alarms.over_intro') : t('email.alarms.began_intro', { label, message }),
    facts: [
      [t('email.facts.since'), `${new Date(beganAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ...(isOver || advice === undefined ? [] : [[t('email.facts.what_to_do'), advice] as [string, string]]),
    ],
    button: { label: t('email.alarms.open_system_health'), url: pageUrl(studio, '/dashboard/system') },
    closing: isOver ? t('email.alarms.no_action_needed') : t('email.alarms.began_closing'),
  });
}
