// Reads the booking form as it was sent, with or without scripts, into the arguments of the database's book().
// Validates nothing: the database returns the errors.

export interface BookingForm {
  buyer: { name: string; email: string; phone: string; address: string; tax_number: string };
  attendees: {
    participant_id?: string;
    /** The buyer attends too: an adult, whatever the age range of the class is. */
    is_buyer: boolean;
    name: string;
    born_on: string;
    note: string;
    answers: Record<string, string>;
  }[];
  method: string;
  pass_code: string;
  voucher_code: string;
  accepts_policy: boolean;
}

export function readBookingForm(form: FormData, places: number): BookingForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const buyer = {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: text('buyer_address'),
    tax_number: text('buyer_tax_number'),
  };
  return {
    buyer,
    attendees: Array.from({ length: places }, (_, index) => {
      const choice = text(`who-${index}`);
      const prefix = `question-${index}-`;
      const answers = [...form.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => [key.slice(prefix.length), text(key)]);
      return {
        ...(choice !== '' && choice !== 'me' && choice !== 'other' && { participant_id: choice }),
        is_buyer: choice === 'me',
        name: choice === 'me' ? buyer.name : text(`name-${index}`),
        born_on: text(`born-${index}`),
        note: text(`note-${index}`),
        answers: Object.fromEntries(answers),
      };
    }),
    method: text('method') || 'studio',
    pass_code: text('pass_code'),
    voucher_code: text('voucher_code'),
    accepts_policy: text('accepts_policy') === 'on',
  };
}

/** What was typed, so that a page without scripts can show it again. Codes and tokens are left out. */
export function typedValues(form: FormData): Record<string, string> {
  const values = [...form].filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === 'string' && !['bot_token', 'intent'].includes(pair[0]),
  );
  return Object.fromEntries(values);
}
