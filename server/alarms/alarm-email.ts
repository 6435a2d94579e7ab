// The email about an alarm.
import { type RenderedEmail, renderEmail } from '../mail/templates/layout.ts';
import type { MailStudio } from '../mail/templates/mail-studio.ts';
import type { StoredAlarm } from './next-alarm.ts';

const LABELS: Readonly<Record<string, string>> = {
  radio: 'Radio',
  jobs: 'Jobs',
  disk: 'Disk',
  backup: 'Backup',
  'off-site': 'Off-site copy',
  certificate: 'Certificate',
  mail: 'Mail',
};

export function renderAlarm(
  studio: MailStudio,
  notice: 'began' | 'over',
  { name, message, advice, beganAtMs }: StoredAlarm,
): RenderedEmail {
  const label = LABELS[name] ?? name;
  const isOver = notice === 'over';
  return renderEmail({
    ...studio,
    subject: isOver ? `${label}: resolved` : `${label}: ${message}`,
    heading: isOver ? `${label}: resolved` : `${label} needs attention`,
    intro: isOver ? 'The problem is resolved.' : `${label} ${message}.`,
    facts: [
      ['Since', `${new Date(beganAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ...(isOver || advice === undefined ? [] : [['What to do', advice] as [string, string]]),
    ],
    button: { label: 'Open system health', url: `${studio.siteUrl}/dashboard/system` },
    closing: isOver
      ? 'You do not need to do anything.'
      : 'We will email you once more when the problem is resolved.',
  });
}
