import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { supportsPasskeys } from '#app/features/sign-in/other-ways.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
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
  const attempt = useAttempt();
  const [isSupported, setSupported] = useState(true);
  useEffect(() => setSupported(supportsPasskeys()), []);

  const add = attempt.onSubmit(async () => {
    const { auth } = await backend();
    const { id } = await demand(auth.registerPasskey());
    await demand(auth.passkey.update({ passkeyId: id, friendlyName: nameThisDevice(navigator.userAgent) }));
    toastSuccess(t('dashboard.security.passkey_added'));
    onChange();
  });
  return (
    <Panel title={t('dashboard.security.passkeys')}>
      <Rows of={passkeys} none={t('dashboard.security.no_passkeys_yet_a_passkey_is')}>
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} now={now} onChange={onChange} />}
      </Rows>
      <form ref={attempt.form} className="panel-foot" onSubmit={add}>
        <FormMessage message={attempt.explanation?.message} />
        {isSupported ? (
          <Button variant="tertiary" size="sm" type="submit" busy={attempt.isBusy}>
            {t('dashboard.security.add_a_passkey')}
          </Button>
        ) : (
          <p className="dash-quiet">{t('dashboard.security.passkeys_need_a_domain_name_or')}</p>
        )}
      </form>
    </Panel>
  );
}

function PasskeyRow({ passkey, now, onChange }: { passkey: Passkey; now: Date; onChange(): void }) {
  const { studio } = useStudio();
  const [isRenaming, setRenaming] = useState(false);
  const attempt = useAttempt();
  const name = passkey.friendly_name || t('dashboard.security.passkey');
  const addedWhen = since(new Date(passkey.created_at), now, studio.zone);

  const rename = attempt.onSubmit(async () => {
    const friendlyName = attempt.typed('passkey_name').trim();
    if (friendlyName && friendlyName !== name) {
      const { auth } = await backend();
      await demand(auth.passkey.update({ passkeyId: passkey.id, friendlyName }));
      onChange();
    }
    setRenaming(false);
  });
  const remove = () =>
    confirm({
      ...questionText('dashboard.security.remove_passkey', { name }),
      type: 'destructive',
      onConfirm: async () => {
        const { auth } = await backend();
        await dataOf(auth.passkey.delete({ passkeyId: passkey.id }));
        onChange();
      },
    });

  return (
    <li>
      {isRenaming ? (
        <form ref={attempt.form} className="rename" onSubmit={rename}>
          <Field label={t('dashboard.security.name_of_the_passkey')} error={attempt.explanation?.message}>
            <Input name="passkey_name" defaultValue={name} maxLength={120} autoFocus />
          </Field>
          <Button variant="secondary" size="sm" type="submit" busy={attempt.isBusy}>
            {t('dashboard.security.save_name')}
          </Button>
        </form>
      ) : (
        <>
          <RowText title={name}>
            {passkey.last_used_at
              ? t('dashboard.security.passkey_used', {
                  addedWhen,
                  usedWhen: since(new Date(passkey.last_used_at), now, studio.zone),
                })
              : t('dashboard.security.passkey_not_used_yet', { addedWhen })}
          </RowText>
          <span className="dash-row-actions">
            <RowAction
              label={t('dashboard.security.rename')}
              name={t('dashboard.security.rename_name', { name })}
              onClick={() => setRenaming(true)}
            />
            <RowAction
              label={t('dashboard.common.remove')}
              name={t('dashboard.common.remove_name', { name })}
              onClick={remove}
            />
          </span>
        </>
      )}
    </li>
  );
}
