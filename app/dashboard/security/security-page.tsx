// Account security: sign-in methods, second factors and signed-in devices.

import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Progress } from '#app/ui/progress.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import type { Route } from './+types/security-page.ts';
import { ApplicationsPanel } from './applications-panel.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { IdentitiesPanel } from './identities-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { type SecondFactor, SecondFactorsPanel } from './second-factors-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { backend, now } = context.get(siteContext);
  const { auth } = backend;
  const [found, passkeys, grants] = await Promise.all([
    auth.getUser(),
    auth.passkey.list(),
    auth.oauth.listGrants(),
  ]);
  // A passkey's token is enough to open this page; what needs a full session stays empty until there is one.
  if (found.error && found.error.name !== 'AuthSessionMissingError') throw found.error;
  const user = found.data.user ?? { new_email: undefined, factors: [], identities: [] };
  return {
    now: now.toISOString(),
    person: { id: person.id, name: person.name, email: person.email, phone: person.phone },
    newEmail: user.new_email || null,
    passkeys: passkeys.data ?? [],
    // A backend without OAuth applications returns an error: then there are none.
    applications: (grants.data ?? []).map(({ client, granted_at }) => ({
      clientId: client.id,
      name: client.name || client.uri || t('dashboard.security.unnamed_application'),
      grantedAt: granted_at,
    })),
    factors: (user.factors ?? [])
      .filter(({ status }) => status === 'verified')
      .flatMap(({ id, factor_type: kind, friendly_name, created_at }): SecondFactor[] =>
        kind === 'totp' || kind === 'phone' || kind === 'webauthn'
          ? [{ id, kind, name: friendly_name ?? '', createdAt: created_at }]
          : [],
      ),
    identities: (user.identities ?? []).map(({ identity_id, provider, identity_data, last_sign_in_at }) => ({
      identityId: identity_id,
      provider,
      address: String(identity_data?.email ?? identity_data?.phone ?? ''),
      lastUsedAt: last_sign_in_at ?? null,
    })),
  };
}

export const meta = dashboardMeta(() => t('dashboard.security.page_title'));

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const refresh = () => void revalidate();
  const { passkeys, factors, person } = loaderData;
  const now = new Date(loaderData.now);
  const locks = [person.email, person.phone, passkeys.length > 0, factors.length > 0].filter(Boolean).length;
  return (
    <ColumnsPage
      title={t('dashboard.security.security')}
      lead={t('dashboard.security.how_you_sign_in_and_where')}
    >
      <div className="dash-stack">
        <ContactPanel data={loaderData} onChange={refresh} />
        <PasskeysPanel passkeys={passkeys} now={now} onChange={refresh} />
        <SecondFactorsPanel factors={factors} phone={person.phone} now={now} onChange={refresh} />
      </div>
      <div className="dash-stack">
        <Panel title={t('dashboard.security.protection')}>
          <Progress
            label={t('dashboard.security.how_well_this_account_is_protected')}
            value={locks}
            max={4}
          />
          <p className="dash-quiet">{formatProtection(locks, factors.length > 0)}</p>
        </Panel>
        <SessionsPanel now={now} />
        <IdentitiesPanel identities={loaderData.identities} now={now} onChange={refresh} />
        <ApplicationsPanel applications={loaderData.applications} now={now} onChange={refresh} />
        <EventsPanel now={now} version={loaderData.now} />
      </div>
    </ColumnsPage>
  );
}

function formatProtection(locks: number, hasFactor: boolean): string {
  if (locks <= 1) return t('dashboard.security.basic_add_a_passkey_it_takes');
  if (locks === 2)
    return hasFactor
      ? t('dashboard.security.good_add_a_passkey')
      : t('dashboard.security.good_add_a_second_factor');
  if (locks === 3) return t('dashboard.security.very_good');
  return t('dashboard.security.excellent');
}
