// Finds words that somebody has typed into a form of the room and not sent. Forms that know more about themselves say
// so in unsaved-store.ts; this looks after all the others, so that no note is lost to a slip of the finger.
const TEXT = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'datetime-local']);

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What was in each form when it was last sent. */
let sent = new WeakMap<HTMLFormElement, string>();

/** Said when a form is sent: the room may lead elsewhere at once, with the words still in their fields. */
export function markSubmitted(form: HTMLFormElement): void {
  sent.set(form, valuesOf(form));
}

/** Said when something did not work: what was sent last may not have arrived, and is still to be lost. */
export function forgetSubmitted(): void {
  sent = new WeakMap();
}

export function hasTypedFields(room: ParentNode): boolean {
  return [...room.querySelectorAll('form')].some(
    (form) => !asks(form) && fieldsOf(form).some(isTyped) && !isKept(form),
  );
}

/** Sent as it is, and not refused. */
function isKept(form: HTMLFormElement): boolean {
  return sent.get(form) === valuesOf(form) && !form.querySelector('[aria-invalid="true"], [role="alert"]');
}

/** A form that asks for something, a search or a filter, holds nothing that could be lost. */
function asks(form: HTMLFormElement): boolean {
  return form.getAttribute('role') === 'search' || form.getAttribute('method')?.toLowerCase() === 'get';
}

// React keeps the default of a field that it controls equal to its value: those never count here.
function isTyped(field: TextField): boolean {
  return field.value.trim() !== '' && field.value !== field.defaultValue;
}

function fieldsOf(form: HTMLFormElement): TextField[] {
  return [...form.elements].filter(
    (field): field is TextField =>
      field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TEXT.has(field.type)),
  );
}

function valuesOf(form: HTMLFormElement): string {
  return JSON.stringify(fieldsOf(form).map(({ value }) => value));
}
