// Reads contact and password from a sign-in form and reports missing or invalid values at once.
import { missingCredentials, unclearContact } from './describe-auth-error.ts';
import { type Contact, readContact } from './read-contact.ts';
import { throwFieldErrors } from './use-attempt.ts';

export function readCredentials(
  { contact: typedContact, password }: { contact: string; password: string },
  passwordText: string,
): { contact: Contact; password: string } {
  const contact = readContact(typedContact);
  const isMissing = contact === null;
  throwFieldErrors([
    isMissing && { field: 'contact', message: missingCredentials() },
    contact === 'unclear' && { field: 'contact', message: unclearContact() },
    // The message names both, so it is not repeated beside a missing contact.
    password === '' && { field: 'password', message: isMissing ? passwordText : missingCredentials() },
  ]);
  return { contact: contact as Contact, password };
}
