// What a mail can ask to be confirmed, in the words of the page that its link opens.

export interface Occasion {
  title: string;
  lead: string;
  button: string;
  /** Where it leads, whatever the mail says. */
  leadsTo?: string;
}

const occasions: Record<string, Occasion> = {
  signup: {
    title: 'Is this your address?',
    lead: 'One press, and your account is open.',
    button: 'Confirm my address',
  },
  invite: {
    title: 'Come in',
    lead: 'You are invited. Accept, then choose a password.',
    button: 'Accept the invitation',
    leadsTo: '/new-password?welcome',
  },
  magiclink: {
    title: 'Sign in',
    lead: 'You asked for a link instead of a password. Here it is.',
    button: 'Let me in',
  },
  recovery: {
    title: 'A new password',
    lead: 'You asked to choose another password. Nothing changes until you do.',
    button: 'Choose a new password',
    leadsTo: '/new-password',
  },
  email_change: {
    title: 'Change your address',
    lead: 'Your account is about to get another email address. Both mailboxes have to agree.',
    button: 'Confirm the change',
    leadsTo: '/dashboard/security',
  },
  phone_change: {
    title: 'Change your number',
    lead: 'Type the code from the message, and your account has its new number.',
    button: 'Confirm the change',
    leadsTo: '/dashboard/security',
  },
};

const plain: Occasion = {
  title: 'Type the code',
  lead: 'It is in the newest mail or message from us.',
  button: 'Continue',
};

export function occasionOf(type: string): Occasion {
  return Object.hasOwn(occasions, type) ? (occasions[type] ?? plain) : plain;
}
