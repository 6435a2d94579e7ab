// Recovery codes for a lost phone. They are shown once; the server stores only hashes.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';

interface Status {
  remaining: number;
  total: number;
}

export function RecoveryCodes() {
  const attempt = useAttempt();
  const [status, setStatus] = useState<Status | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  useEffect(() => {
    readStatus().then(setStatus, () => {});
  }, []);

  const make = () =>
    attempt.run(async () => {
      const { auth } = await backend();
      const made = await demand(
        status ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate(),
      );
      setCodes(made.codes);
      setStatus({ remaining: made.codes.length, total: made.codes.length });
    });
  const copy = async () => {
    await navigator.clipboard.writeText((codes ?? []).map(grouped).join('\n'));
    toast({
      title: t('dashboard.common.copied'),
      description: t('dashboard.security.store_them_where_you_can_find'),
    });
  };

  return (
    <form ref={attempt.form} className="panel-foot" onSubmit={(event) => event.preventDefault()}>
      {codes ? (
        <>
          <p>{rich('dashboard.security.save_these_codes_now_each_works', { b: (text) => <b>{text}</b> })}</p>
          <ul className="recovery-codes" aria-label={t('dashboard.security.recovery_codes')}>
            {codes.map((code) => (
              <li key={code}>
                <code>{grouped(code)}</code>
              </li>
            ))}
          </ul>
          <div className="account-actions">
            <Button variant="secondary" size="sm" onClick={copy}>
              {t('dashboard.security.copy_codes')}
            </Button>
            <Button variant="text" onClick={() => setCodes(null)}>
              {t('dashboard.security.i_saved_them')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="dash-quiet">
            {status
              ? t('dashboard.security.recovery_codes_left', {
                  remaining: status.remaining,
                  total: status.total,
                })
              : t('dashboard.security.no_recovery_codes_yet_without_them')}
          </p>
          <FormMessage message={attempt.explanation?.message} />
          <Button variant="tertiary" size="sm" busy={attempt.isBusy} onClick={make}>
            {status
              ? t('dashboard.security.create_new_recovery_codes')
              : t('dashboard.security.create_recovery_codes')}
          </Button>
        </>
      )}
    </form>
  );
}

async function readStatus(): Promise<Status | null> {
  const { auth } = await backend();
  const { data } = await auth.mfa.recoveryCodes.getStatus();
  return data;
}

function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
