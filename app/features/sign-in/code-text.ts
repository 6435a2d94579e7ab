// What the page says about a new code: it was sent, or staff can read it because the studio cannot send messages.
import { useRouteLoaderData } from 'react-router';
import type { Contact } from './read-contact.ts';

interface Sends {
  mail: boolean;
  phone: boolean;
}

/** What the studio can send, from the document. */
export function useSendsCodes(): Sends {
  const root = useRouteLoaderData('root') as { settings?: { sendsCodes?: Sends } } | undefined;
  return root?.settings?.sendsCodes ?? { mail: true, phone: true };
}

export interface CodeText {
  /** Follows "If there is an account for ...,": it does not reveal whether there is one. */
  ifKnown: string;
  /** Shown after a sign-up, before the address: "We sent a code to". */
  written: string;
  /** What to do now. */
  how: string;
  again: string;
}

export function codeText(contact: Contact, sends: Sends): CodeText {
  const isMail = contact.email !== undefined;
  if (isMail ? sends.mail : sends.phone)
    return {
      ifKnown: 'a code is on its way to it.',
      written: 'We sent a code to',
      how: isMail ? 'Enter the code here, or open the link in the same email.' : 'Enter the code here.',
      again: 'A new code is on its way.',
    };
  return {
    ifKnown: 'there is a code for it now.',
    written: 'There is a code for',
    how: `The studio cannot send ${isMail ? 'email' : 'text messages'} at the moment: ask for the code at the studio and enter it here.`,
    again: 'A new code is ready. The old one no longer works.',
  };
}
