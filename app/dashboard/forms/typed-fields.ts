// Finds text that was typed into a form of the page and not submitted. Forms that track their own changes use
// unsaved-store.ts; this covers all others.
const TEXT = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'datetime-local']);

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The values of each form when it was last submitted. */
let submitted = new WeakMap<HTMLFormElement, string>();

/** Called on submit: the page may navigate at once, with the text still in its fields. */
export function markSubmitted(form: HTMLFormElement): void {
  submitted.set(form, valuesOf(form));
}

/** Called after an error: what was submitted last may not have arrived. */
export function forgetSubmitted(): void {
  submitted = new WeakMap();
}

export function hasTypedFields(page: ParentNode): boolean {
  return [...page.querySelectorAll('form')].some(
    (form) => !isQuery(form) && fieldsOf(form).some(isTyped) && !isSubmitted(form),
  );
}

/** Submitted unchanged, and without an error. */
function isSubmitted(form: HTMLFormElement): boolean {
  return (
    submitted.get(form) === valuesOf(form) && !form.querySelector('[aria-invalid="true"], [role="alert"]')
  );
}

/** Searches and filters hold nothing that could be lost. */
function isQuery(form: HTMLFormElement): boolean {
  return form.getAttribute('role') === 'search' || form.getAttribute('method')?.toLowerCase() === 'get';
}

// React keeps the default of a controlled field equal to its value, so those never count here.
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
