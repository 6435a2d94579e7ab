// Which fields of a form differ from what they were, by their labels. Marks them, so that each says that it changed.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { afterPaint } from '#app/ui/after-paint.ts';

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** `part` is an element of the form. While the form is not dirty, its values count as saved. */
export function useChangedFields(part: RefObject<HTMLElement | null>, isDirty: boolean): string[] {
  const [labels, setLabels] = useState<string[]>([]);
  const saved = useRef(new Map<FormField, string>());
  useEffect(() => {
    const form = part.current?.closest('form');
    if (!form || isDirty) return;
    saved.current = new Map(fieldsOf(form).map((field) => [field, currentValue(field)]));
    for (const field of saved.current.keys()) mark(field, false);
    setLabels([]);
  }, [part, isDirty]);
  useEffect(() => {
    const form = part.current?.closest('form');
    const compare = () => {
      const changed: string[] = [];
      for (const [field, value] of saved.current) {
        const isChanged = field.isConnected && currentValue(field) !== value;
        mark(field, isChanged);
        if (isChanged) changed.push(labelOf(field));
      }
      setLabels([...new Set(changed)]);
    };
    let cancel: (() => void) | undefined;
    // What was typed is painted first.
    const compareSoon = () => {
      cancel?.();
      cancel = afterPaint(compare);
    };
    form?.addEventListener('input', compareSoon);
    form?.addEventListener('change', compareSoon);
    return () => {
      cancel?.();
      form?.removeEventListener('input', compareSoon);
      form?.removeEventListener('change', compareSoon);
    };
  }, [part]);
  return labels;
}

function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.elements].filter(
    (field): field is FormField =>
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement,
  );
}

function currentValue(field: FormField): string {
  return field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    ? String(field.checked)
    : field.value;
}

function labelOf(field: FormField): string {
  return field.labels?.[0]?.textContent?.trim() || field.getAttribute('aria-label') || field.name;
}

function mark(field: FormField, isChanged: boolean): void {
  const frame = field.closest<HTMLElement>('[data-slot="field"]');
  if (!frame) return;
  if (isChanged) frame.dataset.changed = t('dashboard.forms.changed');
  else delete frame.dataset.changed;
}
