// Recovery codes for a lost phone. They are shown once; the server stores only hashes.
import { useEffect, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';

interface Status {
  remaining: number;
  total: number;
}

export function RecoveryCodes() {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
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
    toast({ title: 'Copied', description: 'Store them where you can find them without your phone.' });
  };

  return (
    <form ref={form} className="panel-foot" onSubmit={(event) => event.preventDefault()}>
      {codes ? (
        <>
          <p>
            <b>Save these codes now.</b> Each works once if you lose your second factor. They are not shown
            again.
          </p>
          <ul className="recovery-codes" aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{grouped(code)}</code>
              </li>
            ))}
          </ul>
          <div className="account-actions">
            <Button variant="secondary" size="sm" onClick={copy}>
              Copy codes
            </Button>
            <Button variant="text" onClick={() => setCodes(null)}>
              I saved them
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="dash-quiet">
            {status
              ? `${status.remaining} of ${status.total} recovery codes are left.`
              : 'No recovery codes yet. Without them, only the studio can restore access if you lose your phone.'}
          </p>
          <FormMessage message={attempt.explanation?.message} />
          <Button variant="tertiary" size="sm" busy={attempt.isBusy} onClick={make}>
            {status ? 'Create new recovery codes' : 'Create recovery codes'}
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
