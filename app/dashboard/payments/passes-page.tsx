// Pass types, and all issued passes with what is left on each.

import { longDay } from '#app/language/format-day.ts';
import { formatEmail } from '#app/language/format-email.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { IssuedPass } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/passes-page.ts';
import { CodeRow, IssuedCodes } from './issued-codes.tsx';
import { loadIssued } from './load-issued.server.ts';
import { PassTypesPanel } from './pass-types-panel.tsx';
import { SellForm } from './sell-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const [types, passes] = await Promise.all([
    backend
      .from('pass_types')
      .select('id,name,entries,price_cents,currency,valid_days,is_sold,translations')
      .order('price_cents')
      .order('id'),
    loadIssued<IssuedPass>(request, (args) => backend.rpc('list_passes', args)),
  ]);
  if (types.error) throw types.error;
  return { now: now.toISOString(), types: types.data, ...passes };
}

export const meta = dashboardMeta(() => t('dashboard.payments.page_title_passes'));

export default function PassesPage({ loaderData }: Route.ComponentProps) {
  const { page, types, searchText } = loaderData;
  const now = new Date(loaderData.now);
  return (
    <ColumnsPage
      title={t('dashboard.payments.passes')}
      lead={t('dashboard.payments.prepaid_entries_to_classes')}
    >
      <IssuedCodes kind="pass" searchText={searchText} page={page}>
        {(pass) => <PassRow key={pass.id} pass={pass} now={now} />}
      </IssuedCodes>
      <div className="dash-stack">
        {types.length > 0 && <SellForm kind="pass" types={types} />}
        <PassTypesPanel types={types} />
      </div>
    </ColumnsPage>
  );
}

function PassRow({ pass, now }: { pass: IssuedPass; now: Date }) {
  const { zone } = useStudio().studio;
  const isExpired = new Date(pass.valid_until) <= now;
  return (
    <CodeRow
      kind="pass"
      issued={pass}
      about={t('dashboard.payments.pass_of_name_until_day', {
        type: pass.type_name,
        name: pass.buyer_name ?? formatEmail(pass.email),
        day: longDay(localDay(new Date(pass.valid_until), zone)),
      })}
      left={
        isExpired ? (
          <Badge tone="quiet">{t('dashboard.payments.expired_state')}</Badge>
        ) : (
          <Badge tone={pass.left_entries > 0 ? 'positive' : 'full'}>
            {t('dashboard.payments.entries_left_of_total', {
              left: pass.left_entries,
              total: pass.entries,
            })}
          </Badge>
        )
      }
    />
  );
}
