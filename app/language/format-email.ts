/** Walk-ins have a placeholder address. */
export function formatEmail(email: string): string {
  return email.endsWith('@invalid') ? 'no email address' : email;
}
