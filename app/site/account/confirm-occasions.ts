// What a link in an email can confirm, with the texts of its page.
import { t } from '#app/language/messages.ts';

export interface Occasion {
  title: string;
  lead: string;
  button: string;
  /** Where it leads, whatever the link says. */
  leadsTo?: string;
}

const LEADS_TO = {
  signup: undefined,
  invite: '/new-password?welcome',
  magiclink: undefined,
  recovery: '/new-password',
  email_change: '/dashboard/security',
  phone_change: '/dashboard/security',
} as const;

export function occasionOf(type: string): Occasion {
  const known = isKnown(type) ? type : 'other';
  const leadsTo = isKnown(type) ? LEADS_TO[type] : undefined;
  return {
    title: t(`site.account.occasion_${known}_title`),
    lead: t(`site.account.occasion_${known}_lead`),
    button: t(`site.account.occasion_${known}_button`),
    ...(leadsTo && { leadsTo }),
  };
}

function isKnown(type: string): type is keyof typeof LEADS_TO {
  return Object.hasOwn(LEADS_TO, type);
}
