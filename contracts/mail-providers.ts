// How common providers take emails, and how their users' domains name them in DNS.

interface MailProvider {
  name: string;
  host: string;
  port: number;
  security: 'tls' | 'starttls';
  /** What the SPF record of a domain includes that sends through it, where that is needed. */
  spf?: string;
  /** Names of its DKIM keys. */
  selectors?: readonly string[];
}

export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    name: 'Amazon SES',
    host: 'email-smtp.eu-west-1.amazonaws.com',
    port: 587,
    security: 'starttls',
  },
  {
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    selectors: ['brevo1', 'mail'],
  },
  {
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    port: 465,
    security: 'tls',
    spf: 'spf.messagingengine.com',
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  {
    name: 'Gmail, Google Workspace',
    host: 'smtp.gmail.com',
    port: 587,
    security: 'starttls',
    spf: '_spf.google.com',
    selectors: ['google'],
  },
  {
    name: 'iCloud',
    host: 'smtp.mail.me.com',
    port: 587,
    security: 'starttls',
    spf: 'icloud.com',
    selectors: ['sig1'],
  },
  {
    name: 'mailbox.org',
    host: 'smtp.mailbox.org',
    port: 465,
    security: 'tls',
    spf: 'mailbox.org',
    selectors: ['MBO0001'],
  },
  {
    name: 'Mailgun (EU)',
    host: 'smtp.eu.mailgun.org',
    port: 587,
    security: 'starttls',
    spf: 'mailgun.org',
    selectors: ['mta', 'smtp', 'k1', 'pic'],
  },
  {
    name: 'Mailjet',
    host: 'in-v3.mailjet.com',
    port: 587,
    security: 'starttls',
    spf: 'spf.mailjet.com',
    selectors: ['mailjet'],
  },
  {
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    spf: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
  { name: 'Postmark', host: 'smtp.postmarkapp.com', port: 587, security: 'starttls' },
  {
    name: 'Proton Mail',
    host: 'smtp.protonmail.ch',
    port: 587,
    security: 'starttls',
    spf: '_spf.protonmail.ch',
    selectors: ['protonmail'],
  },
  { name: 'SendGrid', host: 'smtp.sendgrid.net', port: 587, security: 'starttls', selectors: ['s1', 's2'] },
  { name: 'Zoho (EU)', host: 'smtp.zoho.eu', port: 465, security: 'tls', selectors: ['zmail', 'zoho'] },
];
