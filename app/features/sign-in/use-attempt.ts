// One attempt at a server call: busy while it runs; on failure shows the message beside its field and focuses it.
// What was typed stays.

import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { dataOf } from '#app/backend/data-of.ts';
import { type AuthField, describeAuthError, type Explanation } from './describe-auth-error.ts';

export interface Attempt {
  /** The form that is sent. */
  form: RefObject<HTMLFormElement | null>;
  /** The text in a field of the form. */
  typed(name: string): string;
  isBusy: boolean;
  /** The error; the first of several. */
  explanation: Explanation | null;
  /** The message for this field, if any. */
  errorOf(field: AuthField): string | undefined;
  /** Runs unless another attempt is running. A thrown Explanation or server error is shown. */
  run(work: () => Promise<void>): Promise<void>;
  /** A handler that runs this when the form is sent. */
  onSubmit(work: () => Promise<void>): (event: FormEvent) => void;
  clear(): void;
}

/** Thrown inside an attempt for errors found before the server is called. */
export class FieldError extends Error {
  readonly explanations: Explanation[];
  constructor(field: AuthField, message: string, others: Explanation[] = []) {
    super(message);
    this.explanations = [{ field, message }, ...others];
  }
}

/** Throws all field errors at once, unless there are none. */
export function throwFieldErrors(problems: (Explanation | false)[]): void {
  const [first, ...others] = problems.filter((problem) => problem !== false);
  if (first) throw new FieldError(first.field, first.message, others);
}

export function useAttempt(): Attempt {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [explanations, setExplanations] = useState<Explanation[]>([]);
  const running = useRef(false);

  useEffect(() => {
    const [first] = explanations;
    if (!first || first.field === 'form') return;
    form.current?.querySelector<HTMLElement>(`[data-field="${first.field}"] input`)?.focus();
  }, [explanations]);

  const run = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setExplanations([]);
    try {
      await work();
    } catch (reason) {
      setExplanations(reason instanceof FieldError ? reason.explanations : [describeAuthError(reason)]);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    form,
    typed: (name) => {
      const field = form.current?.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field.value : '';
    },
    isBusy,
    explanation: explanations[0] ?? null,
    errorOf: (field) => explanations.find((explanation) => explanation.field === field)?.message,
    run,
    onSubmit: (work) => (event) => {
      event.preventDefault();
      void run(work);
    },
    clear: () => setExplanations([]),
  };
}

type Answer = { data: unknown; error: unknown };
type Given<A extends Answer> = NonNullable<Extract<A, { error: null }>['data']>;

/** The client library returns `{ data, error }`; here the error is thrown. */
export async function demand<A extends Answer>(answer: PromiseLike<A>): Promise<Given<A>> {
  const data = await dataOf(answer);
  return data as Given<A>;
}
