import { type FormEvent, useEffect, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { supportsPasskeys } from '#app/features/sign-in/other-ways.tsx';
import { demand, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { nameThisDevice } from './name-this-device.ts';

interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

interface PasskeysPanelProps {
  passkeys: Passkey[];
  now: Date;
  onChange(): void;
}

export function PasskeysPanel({ passkeys, now, onChange }: PasskeysPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const [isSupported, setSupported] = useState(true);
  useEffect(() => setSupported(supportsPasskeys()), []);

  const add = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const { auth } = await backend();
      const { id } = await demand(auth.registerPasskey());
      await demand(auth.passkey.update({ passkeyId: id, friendlyName: nameThisDevice(navigator.userAgent) }));
      toast({ variant: 'success', title: 'Passkey added' });
      onChange();
    });
  };
  return (
    <Panel title="Passkeys">
      {passkeys.length === 0 ? (
        <p className="dash-quiet">
          No passkeys yet. A passkey is stored on your phone, computer or security key, and cannot be guessed
          or phished.
        </p>
      ) : (
        <ul className="dash-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} now={now} onChange={onChange} />
          ))}
        </ul>
      )}
      <form ref={form} className="panel-foot" onSubmit={add}>
        <FormMessage message={attempt.explanation?.message} />
        {isSupported ? (
          <Button variant="tertiary" size="sm" type="submit" busy={attempt.isBusy}>
            Add a passkey
          </Button>
        ) : (
          <p className="dash-quiet">
            Passkeys need a domain name or localhost, not an IP address, and a browser that supports them.
          </p>
        )}
      </form>
    </Panel>
  );
}

function PasskeyRow({ passkey, now, onChange }: { passkey: Passkey; now: Date; onChange(): void }) {
  const { studio } = useStudio();
  const [isRenaming, setRenaming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const name = passkey.friendly_name || 'Passkey';
  const lastUse = passkey.last_used_at
    ? `used ${since(new Date(passkey.last_used_at), now, studio.zone)}`
    : 'not used yet';

  const rename = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const friendlyName = typed(form.current, 'passkey_name').trim();
      if (friendlyName && friendlyName !== name) {
        const { auth } = await backend();
        await demand(auth.passkey.update({ passkeyId: passkey.id, friendlyName }));
        onChange();
      }
      setRenaming(false);
    });
  };
  const remove = () =>
    confirm({
      title: `Remove “${name}”?`,
      content: 'You can no longer sign in with it. Your other sign-in methods still work.',
      type: 'destructive',
      confirmText: 'Remove passkey',
      onConfirm: async () => {
        const { auth } = await backend();
        const { error } = await auth.passkey.delete({ passkeyId: passkey.id });
        if (error) throw error;
        onChange();
      },
    });

  return (
    <li>
      {isRenaming ? (
        <form ref={form} className="rename" onSubmit={rename}>
          <Field label="Name of the passkey" error={attempt.explanation?.message}>
            <Input name="passkey_name" defaultValue={name} maxLength={120} autoFocus />
          </Field>
          <Button variant="secondary" size="sm" type="submit" busy={attempt.isBusy}>
            Save name
          </Button>
        </form>
      ) : (
        <>
          <span>
            <b>{name}</b>
            <span className="dash-quiet">
              added {since(new Date(passkey.created_at), now, studio.zone)}, {lastUse}
            </span>
          </span>
          <span className="dash-row-actions">
            <Button variant="link" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button variant="link" size="sm" aria-label={`Remove ${name}`} onClick={remove}>
              Remove
            </Button>
          </span>
        </>
      )}
    </li>
  );
}
