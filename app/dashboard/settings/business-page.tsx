// Who the studio is in law: legal name, address, tax. And the policies, which the owner reads and confirms.
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage } from '../layout/page.tsx';
import type { Route } from './+types/business-page.ts';
import { BusinessForm } from './business-form.tsx';
import { PoliciesPanel } from './policies-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend } = context.get(siteContext);
  const [business, policies] = await Promise.all([
    dataOf(backend.from('business').select('*').single()),
    dataOf(backend.rpc('list_policies')),
  ]);
  return { business, policies };
}

export const meta = dashboardMeta(() => t('dashboard.settings.business_page_title'));

export default function BusinessSettings({ loaderData: { business, policies } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  return (
    <ColumnsPage
      title={t('dashboard.settings.business_heading')}
      lead={t('dashboard.settings.business_lead')}
    >
      <BusinessForm
        key={round}
        business={business}
        onChange={() => void revalidate()}
        onDiscard={() => startTransition(() => setRound(round + 1))}
      />
      <PoliciesPanel policies={policies} onChange={() => void revalidate()} />
    </ColumnsPage>
  );
}
