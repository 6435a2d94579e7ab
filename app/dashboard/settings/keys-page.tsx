// The keys by which other programs reach this studio's backend. Secret ones are shown when asked for, and only then.
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
    return { keys: await ownApi<Keys>('/studio/keys'), refusal: '' };
  } catch (reason) {
    // Anything else is for the frame to say, with the way to try again.
    if ((reason as ApiError | null)?.code !== 'hosted') throw reason;
    return { keys: null, refusal: describeReason(reason) };
  }
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'keys');
}

export function HydrateFallback() {
  return <PageLoading title="Keys">Looking for them.</PageLoading>;
}

export default function KeysSettings({ loaderData }: Route.ComponentProps) {
  const { keys, refusal } = loaderData;
  const [secret, setSecret] = useState<SecretKeys | null>(null);
  const { revalidate } = useRevalidator();
  if (!keys) return <PageHeader title="Keys">{refusal}</PageHeader>;
  const reveal = () =>
    confirm({
      title: 'Show the secret keys?',
      content:
        'Whoever has one reads and changes everything, past all rules. See that nobody looks over your shoulder; that you looked is written down.',
      confirmText: 'Show them',
      onConfirm: async () => {
        setSecret(await ownApi<SecretKeys>('/studio/keys/reveal', { method: 'POST', body: {} }));
      },
    });
  const renew = (key: 'publishable' | 'secret') =>
    confirm({
      title: `Make a new ${key} key?`,
      content:
        'The old one opens nothing any more from this moment on. Programs that use it need the new one.',
      type: 'destructive',
      confirmText: 'Make a new one',
      onConfirm: async () => {
        const { value } = await ownApi<{ value: string }>('/studio/keys/rotate', {
          method: 'POST',
          body: { key },
        });
        if (key === 'secret')
          setSecret((known) => ({ signed_key: known?.signed_key ?? null, secret_key: value }));
        toast({ variant: 'success', title: `The ${key} key is new` });
        void revalidate();
      },
    });
  return (
    <>
      <PageHeader title="Keys">For programs that reach the studio’s backend, such as supabase-js.</PageHeader>
      <div className="dash-columns">
        <Panel title="Public" aside="They open what rules leave open">
          <dl className="settings">
            <KeyLine label="Address" value={keys.url} />
            <KeyLine
              label="Publishable"
              value={keys.publishable_key}
              onRenew={keys.can_rotate ? () => renew('publishable') : undefined}
            />
            <KeyLine label="anon" value={keys.anon_key} />
          </dl>
        </Panel>
        <Panel title="Secret" aside="They open everything">
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
                Hide them
              </Button>
            ) : (
              <Button variant="secondary" onClick={reveal}>
                Show the secret keys
              </Button>
            )}
            <p className="dash-quiet">
              They belong on servers, never into a page or an app. The signed keys end with JWT_SECRET, and
              everybody’s sessions with them.
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
        title: 'The browser did not let us copy',
        description: 'Mark the key and copy it by hand.',
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
            <Button variant="link" size="sm" aria-label={`Make a new one: ${label}`} onClick={onRenew}>
              Make a new one
            </Button>
          )}
        </span>
      </dd>
    </div>
  );
}
