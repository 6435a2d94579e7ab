import { type FormEvent, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { readContact } from '#app/features/sign-in/read-contact.ts';
import { demand, FieldError, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';

export const HOW_TO_WRITE_A_PHONE = 'Enter the number with its country code, such as +351 912 345 678.';

export function PhoneForm({ onDone }: { onDone(): void }) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const sends = useSendsCodes();
  const [phone, setPhone] = useState<string | null>(null);
  const ask = async (to: string) => {
    const { auth } = await backend();
    await demand(auth.updateUser({ phone: to }));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const contact = readContact(typed(form.current, 'new_phone'));
      if (contact === null || contact === 'unclear' || !contact.phone)
        throw new FieldError('contact', HOW_TO_WRITE_A_PHONE);
      await ask(contact.phone);
      setPhone(contact.phone);
    });
  };
  if (phone) {
    const text = codeText({ phone }, sends);
    return (
      <CodeStep
        submit="Confirm number"
        resend={() => ask(phone)}
        againLabel={text.again}
        onBack={() => setPhone(null)}
        backLabel="Use another number"
        verify={async (token) => {
          const { auth } = await backend();
          await demand(auth.verifyOtp({ phone, token, type: 'phone_change' }));
          toast({ variant: 'success', title: 'Number confirmed' });
          onDone();
        }}
      >
        <p>
          {text.written} <b>{phone}</b>. {text.how}
        </p>
      </CodeStep>
    );
  }
  return (
    <form ref={form} className="account-form" onSubmit={send} noValidate>
      <Field
        label="New phone"
        error={attempt.errorOf('contact')}
        hint={HOW_TO_WRITE_A_PHONE}
        data-field="contact"
      >
        <Input name="new_phone" type="tel" autoComplete="tel" maxLength={32} autoFocus />
      </Field>
      <AttemptEnd attempt={attempt} submit="Send the code" variant="secondary" />
    </form>
  );
}
