// The API keys of this studio's backend. Secret keys are only shown on request.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiError } from '#app/api/api.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../layout/page.tsx';
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

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

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

export const meta = dashboardMeta('keys');

export function HydrateFallback() {
  return <PageLoading title="API keys">Loading…</PageLoading>;
}

export default function KeysSettings({ loaderData }: Route.ComponentProps) {
  const { keys, error } = loaderData;
  const [secret, setSecret] = useState<SecretKeys | null>(null);
  const { revalidate } = useRevalidator();
  if (!keys) return <PageHeader title="API keys">{error}</PageHeader>;
  const reveal = () =>
    confirm({
      title: 'Show secret keys?',
      content:
        'Anyone with a secret key can read and change everything. Make sure that no one sees your screen. This is recorded in the audit log.',
      confirmText: 'Show secret keys',
      onConfirm: async () => {
        setSecret(await ownApi<SecretKeys>('/studio/keys/reveal', { method: 'POST', body: {} }));
      },
    });
  const renew = (key: 'publishable' | 'secret') =>
    confirm({
      title: `Create a new ${key} key?`,
      content: 'The old key stops working at once. Programs that use it need the new one.',
      type: 'destructive',
      confirmText: 'Create new key',
      onConfirm: async () => {
        const { value } = await ownApi<{ value: string }>('/studio/keys/rotate', {
          method: 'POST',
          body: { key },
        });
        if (key === 'secret')
          setSecret((known) => ({ signed_key: known?.signed_key ?? null, secret_key: value }));
        toast({ variant: 'success', title: `New ${key} key created` });
        void revalidate();
      },
    });
  return (
    <>
      <PageHeader title="API keys">
        For programs that use the studio’s backend, such as supabase-js.
      </PageHeader>
      <div className="dash-columns">
        <Panel title="Public" aside="Safe for browsers and apps">
          <dl className="settings">
            <KeyLine label="URL" value={keys.url} />
            <KeyLine
              label="Publishable"
              value={keys.publishable_key}
              onRenew={keys.can_rotate ? () => renew('publishable') : undefined}
            />
            <KeyLine label="anon" value={keys.anon_key} />
          </dl>
        </Panel>
        <Panel title="Secret" aside="Full access">
          <dl className="settings">
            <KeyLine
              label="Secret"
              value={secret?.secret_key ?? `sb_secret_ … ${keys.secret_key_end}`}
              isHidden={!secret}
              onRenew={keys.can_rotate ? () => renew('secret') : undefined}
            />
            {secret?.signed_key && (
              <KeyLine label={secret.signed_key.label} value={secret.signed_key.value} />
            )}
          </dl>
          <div className="panel-foot">
            {secret ? (
              <Button variant="tertiary" onClick={() => setSecret(null)}>
                Hide secret keys
              </Button>
            ) : (
              <Button variant="secondary" onClick={reveal}>
                Show secret keys
              </Button>
            )}
            <p className="dash-quiet">
              Use them on servers only, never in a page or an app. Changing JWT_SECRET invalidates the signed
              keys and signs everyone out.
            </p>
          </div>
        </Panel>
      </div>
    </>
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
      toast({ variant: 'success', title: 'Copied' });
    } catch {
      toast({
        variant: 'destructive',
        title: 'Could not copy',
        description: 'Select the key and copy it by hand.',
      });
    }
  };
  return (
    <div className="setting setting-line">
      <dt className="setting-label">{label}</dt>
      <dd className="setting-value owner-key">
        <code>{value}</code>
        <span className="dash-row-actions">
          {!isHidden && (
            <Button variant="link" size="sm" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
              Copy
            </Button>
          )}
          {onRenew && (
            <Button variant="link" size="sm" aria-label={`Create new key: ${label}`} onClick={onRenew}>
              Create new key
            </Button>
          )}
        </span>
      </dd>
    </div>
  );
}
