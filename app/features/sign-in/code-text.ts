// What the page says about a new code: it was sent, or staff can read it because the studio cannot send messages.

import { useRouteLoaderData } from 'react-router';
import { t } from '#app/language/messages.ts';
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
      ifKnown: t('shared.sign_in.a_code_is_on_its_way'),
      written: t('shared.sign_in.we_sent_a_code_to'),
      how: isMail ? t('shared.sign_in.enter_the_code_here_or_open') : t('shared.sign_in.enter_the_code_here'),
      again: t('shared.sign_in.a_new_code_is_on_its'),
    };
  return {
    ifKnown: t('shared.sign_in.there_is_a_code_for_it'),
    written: t('shared.sign_in.there_is_a_code_for'),
    how: `The studio cannot send ${isMail ? 'email' : 'text messages'} at the moment: ask for the code at the studio and enter it here.`,
    again: t('shared.sign_in.a_new_code_is_ready_the'),
  };
}
