// A printable voucher.

import { data } from 'react-router';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/voucher-page.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, settings } = context.get(siteContext);
  if (!/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const [voucher, studio] = await Promise.all([
    backend
      .from('vouchers')
      .select('code,currency,is_active,voucher_entries(delta_cents)')
      .eq('id', params.id)
      .maybeSingle(),
    backend.from('studio').select('address').single(),
  ]);
  for (const { error } of [voucher, studio]) if (error) throw error;
  if (!voucher.data) throw data(null, { status: 404 });
  const { code, currency, is_active, voucher_entries } = voucher.data;
  const cents = voucher_entries.reduce((sum, { delta_cents }) => sum + delta_cents, 0);
  return {
    code,
    currency,
    isActive: is_active,
    cents,
    address: studio.data?.address ?? '',
    siteUrl: settings.siteUrl,
  };
}

export const meta = dashboardMeta(() => t('dashboard.payments.page_title_voucher'));

export default function VoucherPage({ loaderData }: Route.ComponentProps) {
  const { code, currency, cents, isActive, address, siteUrl } = loaderData;
  const { studio } = useStudio();
  return (
    <>
      <PageHeader
        title={t('dashboard.payments.voucher')}
        actions={
          <Button variant="primary" size="sm" onClick={() => print()}>
            {t('dashboard.common.print')}
          </Button>
        }
      >
        {isActive ? '' : t('dashboard.payments.this_code_is_inactive')}
      </PageHeader>
      <article className="voucher">
        <p className="voucher-studio">{studio.name}</p>
        <p className="voucher-worth">{price(cents, currency)}</p>
        <p className="voucher-code">{code.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <p>
          {t('dashboard.payments.how_to_use_the_voucher', {
            site: siteUrl.replace(/^https?:\/\//, ''),
          })}
        </p>
        <p className="dash-quiet">{address}</p>
      </article>
    </>
  );
}
