import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { CodeStep } from '#app/features/sign-in/code-step.tsx';
import { codeText, useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { PhoneField, readPhone } from './phone-field.tsx';

export function PhoneForm({ onDone }: { onDone(): void }) {
  const attempt = useAttempt();
  const sends = useSendsCodes();
  const [phone, setPhone] = useState<string | null>(null);
  const ask = async (to: string) => {
    const { auth } = await backend();
    await demand(auth.updateUser({ phone: to }));
  };
  const send = attempt.onSubmit(async () => {
    const given = readPhone(attempt, 'new_phone');
    await ask(given);
    setPhone(given);
  });
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
          toastSuccess(t('dashboard.security.number_confirmed'));
          onDone();
        }}
      >
        <p>{text.written}</p>
      </CodeStep>
    );
  }
  return (
    <AttemptForm attempt={attempt} onSubmit={send}>
      <PhoneField attempt={attempt} name="new_phone" label={t('dashboard.security.new_phone')} />
      <AttemptEnd attempt={attempt} submit={t('dashboard.security.send_the_code')} />
    </AttemptForm>
  );
}
