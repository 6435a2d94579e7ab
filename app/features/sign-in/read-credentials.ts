// The two things a password door asks for, read from its form; whatever is missing or unclear is said at once.
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
    // The sentence names both: beside a missing contact it is not said twice.
    password === '' && { field: 'password', message: isMissing ? passwordText : MISSING_CREDENTIALS },
  ]);
  return { contact: contact as Contact, password };
}
