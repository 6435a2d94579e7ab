// The form below a list of the radio that adds to it.

import type { FormEvent, ReactNode } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { useBusy } from '../forms/use-busy.ts';

interface AddFormProps {
  /** "Add show" */
  submit: string;
  className: string;
  /** Saves the fields; returns an error to show, if there is one. */
  add(fields: FormData, client: StudioClient): Promise<unknown>;
  onAdded(): void;
  onInput?: () => void;
  children: ReactNode;
}

export function AddForm({ submit, className, add, onAdded, onInput, children }: AddFormProps) {
  const [isBusy, run] = useBusy();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      if (!reportFailure(await add(new FormData(form), await backend()))) return;
      form.reset();
      onAdded();
    });
  };
  return (
    <form className={className} onSubmit={send} onInput={onInput}>
      {children}
      <Button variant="tertiary" type="submit" busy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
