// What a link in an email can confirm, with the texts of its page.

export interface Occasion {
  title: string;
  lead: string;
  button: string;
  /** Where it leads, whatever the link says. */
  leadsTo?: string;
}

const occasions: Record<string, Occasion> = {
  signup: {
    title: 'Confirm your email',
    lead: 'Confirm your email address to open your account.',
    button: 'Confirm my email',
  },
  invite: {
    title: 'Accept your invitation',
    lead: 'You are invited to the studio. Accept, then choose a password.',
    button: 'Accept the invitation',
    leadsTo: '/new-password?welcome',
  },
  magiclink: {
    title: 'Sign in',
    lead: 'You asked to sign in with a link instead of a password.',
    button: 'Sign in',
  },
  recovery: {
    title: 'Reset your password',
    lead: 'You asked to reset your password. Nothing changes until you choose a new one.',
    button: 'Choose a new password',
    leadsTo: '/new-password',
  },
  email_change: {
    title: 'Change your email',
    lead: 'You are changing the email address of your account. Confirm it from both mailboxes.',
    button: 'Confirm the change',
    leadsTo: '/dashboard/security',
  },
  phone_change: {
    title: 'Change your phone number',
    lead: 'Enter the code from the message to change your phone number.',
    button: 'Confirm the change',
    leadsTo: '/dashboard/security',
  },
};

const plain: Occasion = {
  title: 'Enter the code',
  lead: 'It is in our newest email or text message to you.',
  button: 'Continue',
};

export function occasionOf(type: string): Occasion {
  return Object.hasOwn(occasions, type) ? (occasions[type] ?? plain) : plain;
}
