// What the page says about a new code: it was sent, or staff can read it because the studio cannot send messages.

import { createElement, type ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { rich, t } from '#app/language/messages.ts';
import { type Contact, formatContact } from './read-contact.ts';

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
  /** "If there is an account for ...": it does not reveal whether there is one. */
  ifKnown: ReactNode;
  /** Shown after a sign-up: "We sent a code to ...". */
  written: ReactNode;
  /** Shown once another code was created. */
  again: string;
}

export function codeText(contact: Contact, sends: Sends): CodeText {
  const isMail = contact.email !== undefined;
  const values = { contact: formatContact(contact), b: (text: ReactNode) => createElement('b', null, text) };
  const medium = isMail ? 'email' : 'phone';
  const isSent = isMail ? sends.mail : sends.phone;
  const where = isSent ? 'sent' : 'at_studio';
  return {
    ifKnown: rich(`shared.sign_in.${medium}_code_for_account_${where}`, values),
    written: rich(`shared.sign_in.${medium}_code_${where}`, values),
    again: isSent ? t('shared.sign_in.a_new_code_is_on_its_way') : t('shared.sign_in.a_new_code_is_ready'),
  };
}
