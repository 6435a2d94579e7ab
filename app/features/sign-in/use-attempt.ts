// One try at something the server may refuse: busy while it runs, words beside the right field when it fails,
// the keyboard back in that field. What was typed stays where it is.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type AuthField, describeAuthError, type Explanation } from './describe-auth-error.ts';

export interface Attempt {
  isBusy: boolean;
  explanation: Explanation | null;
  /** The words that belong beside this field, if any. */
  errorOf(field: AuthField): string | undefined;
  /** Runs unless something runs already. Throwing an Explanation, or what the server threw, shows it. */
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** Thrown inside a try to say where it went wrong before the server was asked. */
export class Refused extends Error {
  readonly explanation: Explanation;
  constructor(field: AuthField, words: string) {
    super(words);
    this.explanation = { field, words };
  }
}

export function useAttempt(form: RefObject<HTMLFormElement | null>): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const running = useRef(false);

  useEffect(() => {
    if (!explanation || explanation.field === 'form') return;
    form.current?.querySelector<HTMLElement>(`[data-field="${explanation.field}"] input`)?.focus();
  }, [explanation, form]);

  return {
    isBusy,
    explanation,
    errorOf: (field) => (explanation?.field === field ? explanation.words : undefined),
    async run(work) {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setExplanation(null);
      try {
        await work();
      } catch (reason) {
        setExplanation(reason instanceof Refused ? reason.explanation : describeAuthError(reason));
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    clear: () => setExplanation(null),
  };
}

type Answer = { data: unknown; error: unknown };
type Given<A extends Answer> = NonNullable<Extract<A, { error: null }>['data']>;

/** The client library answers with `{ data, error }`; a try wants one or the other. */
export async function demand<A extends Answer>(answer: PromiseLike<A>): Promise<Given<A>> {
  const { data, error } = await answer;
  if (error) throw error;
  return data as Given<A>;
}

/** What was typed into a field of a form. */
export function typed(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}
