// Reads contact and password from a sign-in form and reports missing or invalid values at once.
import { MISSING_CREDENTIALS, UNCLEAR_CONTACT } from './describe-auth-error.ts';
import { type Contact, readContact } from './read-contact.ts';
import { throwFieldErrors } from './use-attempt.ts';

export function readCredentials(
  { contact: typedContact, password }: { contact: string; password: string },
  passwordText: string,
): { contact: Contact; password: string } {
  const contact = readContact(typedContact);
  const isMissing = contact === null;
  throwFieldErrors([
    isMissing && { field: 'contact', message: MISSING_CREDENTIALS },
    contact === 'unclear' && { field: 'contact', message: UNCLEAR_CONTACT },
    // The message names both, so it is not repeated beside a missing contact.
    password === '' && { field: 'password', message: isMissing ? passwordText : MISSING_CREDENTIALS },
  ]);
  return { contact: contact as Contact, password };
}
