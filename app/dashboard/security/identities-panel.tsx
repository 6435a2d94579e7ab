import type { UserIdentity } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { type AuthSettings, readAuthSettings } from '#app/backend/auth-settings.ts';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { localPath } from '#app/language/language-path.ts';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { SIGN_IN_PROVIDERS, type SignInProvider, signInProviders } from '#contracts/sign-in-providers.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';

interface Identity {
  identityId: string;
  provider: string;
  address: string;
  lastUsedAt: string | null;
}

interface IdentitiesPanelProps {
  identities: Identity[];
  now: Date;
  onChange(): void;
}

export function IdentitiesPanel({ identities, now, onChange }: IdentitiesPanelProps) {
  const { studio } = useStudio();
  const attempt = useAttempt();
  const [settings, setSettings] = useState<AuthSettings | null>(null);
  useEffect(() => {
    readAuthSettings().then(setSettings, () => {});
  }, []);
  const canLink = settings !== null && settings.manual_linking_enabled !== false;
  const offered = signInProviders.filter(
    (provider) =>
      canLink &&
      settings.external[provider] &&
      !identities.some((identity) => identity.provider === provider),
  );

  const link = (provider: SignInProvider) =>
    attempt.run(async () => {
      const { auth } = await backend();
      const redirectTo = `${location.origin}${localPath(`/auth/callback?next=${encodeURIComponent('/dashboard/security')}`)}`;
      await demand(auth.linkIdentity({ provider, options: { redirectTo } }));
    });
  const unlink = ({ identityId, provider }: Identity) =>
    confirm({
      ...questionText('dashboard.security.unlink', { provider: providerName(provider) }),
      type: 'destructive',
      onConfirm: async () => {
        const { auth } = await backend();
        // The library takes the whole identity but only uses its id.
        await dataOf(auth.unlinkIdentity({ identity_id: identityId } as UserIdentity));
        onChange();
      },
    });

  return (
    <Panel title={t('dashboard.security.sign_in_methods')}>
      <ul className="dash-list">
        {identities.map((identity) => (
          <li key={identity.identityId}>
            <RowText title={providerName(identity.provider)}>
              {identity.lastUsedAt
                ? t('dashboard.security.address_used_when', {
                    address: identity.address,
                    when: since(new Date(identity.lastUsedAt), now, studio.zone),
                  })
                : identity.address}
            </RowText>
            {canLink && identities.length > 1 && !['email', 'phone'].includes(identity.provider) && (
              <RowAction
                label={t('dashboard.security.unlink')}
                name={t('dashboard.security.unlink_provider', {
                  provider: providerName(identity.provider),
                })}
                onClick={() => unlink(identity)}
              />
            )}
          </li>
        ))}
      </ul>
      <form ref={attempt.form} className="panel-foot" onSubmit={(event) => event.preventDefault()}>
        <FormMessage message={attempt.explanation?.message} />
        {offered.length > 0 && (
          <div className="account-actions">
            {offered.map((provider) => (
              <Button key={provider} variant="tertiary" size="sm" onClick={() => link(provider)}>
                {t('dashboard.security.link_provider', { provider: providerName(provider) })}
              </Button>
            ))}
          </div>
        )}
      </form>
    </Panel>
  );
}

function providerName(provider: string): string {
  if (provider === 'email') return t('dashboard.common.email');
  if (provider === 'phone') return t('dashboard.common.phone');
  return SIGN_IN_PROVIDERS[provider as SignInProvider] ?? provider;
}
