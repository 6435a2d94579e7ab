import { type FormEvent, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { PhoneField, readPhone } from './phone-field.tsx';

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
      const given = readPhone(form.current, 'new_phone');
      await ask(given);
      setPhone(given);
    });
  };
  if (phone) {
    const text = codeText({ phone }, sends);
    return (
      <CodeStep
        submit={t('dashboard.security.confirm_number')}
        resend={() => ask(phone)}
        againLabel={text.again}
        onBack={() => setPhone(null)}
        backLabel={t('dashboard.security.use_another_number')}
        verify={async (token) => {
          const { auth } = await backend();
          await demand(auth.verifyOtp({ phone, token, type: 'phone_change' }));
          toast({ variant: 'success', title: t('dashboard.security.number_confirmed') });
          onDone();
        }}
      >
        <p>{text.written}</p>
      </CodeStep>
    );
  }
  return (
    <form ref={form} className="account-form" onSubmit={send} noValidate>
      <PhoneField attempt={attempt} name="new_phone" label={t('dashboard.security.new_phone')} />
      <AttemptEnd attempt={attempt} submit={t('dashboard.security.send_the_code')} variant="secondary" />
    </form>
  );
}
