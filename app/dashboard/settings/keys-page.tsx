// The API keys of this studio's backend. Secret keys are only shown on request.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiError } from '#app/api/api.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { questionText, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { guardPage } from '../guard.server.ts';
import { ColumnsPage, PageHeader, PageLoading, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/keys-page.ts';

interface Keys {
  url: string;
  anon_key: string;
  publishable_key: string;
  secret_key_end: string;
  can_rotate: boolean;
}

interface SecretKeys {
  secret_key: string;
  signed_key: { label: string; value: string } | null;
}

export const loader = guardPage('owner');

export async function clientLoader() {
  try {
    return { keys: await ownApi<Keys>('/studio/keys'), error: '' };
  } catch (reason) {
    // The layout shows any other error with a button to try again.
    if ((reason as ApiError | null)?.code !== 'hosted') throw reason;
    return { keys: null, error: describeReason(reason) };
  }
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.settings.keys_page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.settings.api_keys')}>{t('dashboard.common.loading')}</PageLoading>;
}

export default function KeysSettings({ loaderData }: Route.ComponentProps) {
  const { keys, error } = loaderData;
  const [secret, setSecret] = useState<SecretKeys | null>(null);
  const { revalidate } = useRevalidator();
  if (!keys) return <PageHeader title={t('dashboard.settings.api_keys')}>{error}</PageHeader>;
  const reveal = () =>
    confirm({
      ...questionText('dashboard.settings.show_secret_keys'),
      onConfirm: async () => {
        setSecret(await ownApi<SecretKeys>('/studio/keys/reveal', { method: 'POST', body: {} }));
      },
    });
  const renew = (key: 'publishable' | 'secret') =>
    confirm({
      ...questionText('dashboard.settings.create_new_key', { key }),
      type: 'destructive',
      onConfirm: async () => {
        const { value } = await ownApi<{ value: string }>('/studio/keys/rotate', {
          method: 'POST',
          body: { key },
        });
        if (key === 'secret')
          setSecret((known) => ({ signed_key: known?.signed_key ?? null, secret_key: value }));
        toastSuccess(t('dashboard.settings.new_key_created', { key }));
        void revalidate();
      },
    });
  return (
    <ColumnsPage
      title={t('dashboard.settings.api_keys')}
      lead={t('dashboard.settings.for_programs_that_use_the_studios')}
    >
      <Panel
        title={t('dashboard.settings.public_keys')}
        aside={t('dashboard.settings.safe_for_browsers_and_apps')}
      >
        <dl className="settings">
          <KeyLine label="URL" value={keys.url} />
          <KeyLine
            label={t('dashboard.settings.publishable_key')}
            value={keys.publishable_key}
            onRenew={keys.can_rotate ? () => renew('publishable') : undefined}
          />
          <KeyLine label="anon" value={keys.anon_key} />
        </dl>
      </Panel>
      <Panel title={t('dashboard.settings.secret_key')} aside={t('dashboard.settings.full_access')}>
        <dl className="settings">
          <KeyLine
            label={t('dashboard.settings.secret_key')}
            value={secret?.secret_key ?? `sb_secret_ … ${keys.secret_key_end}`}
            isHidden={!secret}
            onRenew={keys.can_rotate ? () => renew('secret') : undefined}
          />
          {secret?.signed_key && <KeyLine label={secret.signed_key.label} value={secret.signed_key.value} />}
        </dl>
        <div className="panel-foot">
          {secret ? (
            <Button variant="tertiary" onClick={() => setSecret(null)}>
              {t('dashboard.settings.hide_secret_keys')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={reveal}>
              {t('dashboard.settings.show_secret_keys')}
            </Button>
          )}
          <p className="dash-quiet">{t('dashboard.settings.use_them_on_servers_only_never')}</p>
        </div>
      </Panel>
    </ColumnsPage>
  );
}

interface KeyLineProps {
  label: string;
  value: string;
  isHidden?: boolean;
  onRenew?(): void;
}

function KeyLine({ label, value, isHidden, onRenew }: KeyLineProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toastSuccess(t('dashboard.common.copied'));
    } catch {
      toastError(t('dashboard.settings.could_not_copy'), t('dashboard.settings.select_the_key_and_copy_it'));
    }
  };
  return (
    <div className="setting setting-line">
      <dt className="setting-label">{label}</dt>
      <dd className="setting-value owner-key">
        <code>{value}</code>
        <span className="dash-row-actions">
          {!isHidden && (
            <RowAction
              label={t('dashboard.settings.copy')}
              name={t('dashboard.settings.copy_key', { label })}
              onClick={() => void copy()}
            />
          )}
          {onRenew && (
            <RowAction
              label={t('dashboard.settings.create_new_key')}
              name={t('dashboard.settings.create_new_key_for', { label })}
              onClick={onRenew}
            />
          )}
        </span>
      </dd>
    </div>
  );
}
