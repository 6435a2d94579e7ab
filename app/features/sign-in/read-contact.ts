// One field for both: text with an @ is an email address, digits are a phone number.

export type Contact = { email: string; phone?: undefined } | { phone: string; email?: undefined };

/** Null when nothing was typed, 'unclear' when it is neither an address nor a number. */
export function readContact(typed: string): Contact | 'unclear' | null {
  const text = typed.trim();
  if (text === '') return null;
  if (text.includes('@')) return /^[^\s@]+@[^\s@]+$/.test(text) ? { email: text } : 'unclear';
  if (!/^(\+|00)?[\d\s()./-]+$/.test(text)) return 'unclear';
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return digits.length >= 5 && digits.length <= 15 ? { phone: `+${digits}` } : 'unclear';
}

/** How a contact is shown to the person who typed it. */
export function formatContact(contact: Contact): string {
  return contact.email ?? contact.phone;
}
