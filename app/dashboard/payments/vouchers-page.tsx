// All vouchers and credit, with what is left on each.

import { formatEmail } from '#app/language/format-email.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { IssuedVoucher } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { formatCause } from '../format-cause.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/vouchers-page.ts';
import { CodeRow, IssuedCodes } from './issued-codes.tsx';
import { loadIssued } from './load-issued.server.ts';
import { SellForm } from './sell-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const vouchers = await loadIssued<IssuedVoucher>(request, (args) => backend.rpc('list_vouchers', args));
  return { now: now.toISOString(), ...vouchers };
}

export const meta = dashboardMeta(() => t('dashboard.payments.page_title_vouchers'));

export default function VouchersPage({ loaderData }: Route.ComponentProps) {
  const { page, searchText } = loaderData;
  const now = new Date(loaderData.now);
  return (
    <ColumnsPage
      title={t('dashboard.payments.vouchers')}
      lead={t('dashboard.payments.sold_or_given_vouchers_and_credit')}
    >
      <IssuedCodes kind="voucher" searchText={searchText} page={page}>
        {(voucher) => <VoucherRow key={voucher.id} voucher={voucher} now={now} />}
      </IssuedCodes>
      <SellForm kind="voucher" />
    </ColumnsPage>
  );
}

function VoucherRow({ voucher, now }: { voucher: IssuedVoucher; now: Date }) {
  const { zone } = useStudio().studio;
  const canPrint = voucher.is_active && voucher.left_cents > 0;
  return (
    <CodeRow
      kind="voucher"
      issued={voucher}
      about={
        <>
          {voucher.buyer_name ?? formatEmail(voucher.email)},{' '}
          {formatCause({ cause: voucher.cause ?? '', reason: voucher.reason ?? '' })},{' '}
          {since(new Date(voucher.created_at), now, zone)}
        </>
      }
      left={
        <span className="dash-amount">
          {t('dashboard.payments.amount_left_of_amount', {
            left: price(voucher.left_cents, voucher.currency),
            total: price(voucher.issued_cents, voucher.currency),
          })}
        </span>
      }
      more={
        canPrint && (
          <Link
            to={`/dashboard/payments/vouchers/${voucher.id}`}
            aria-label={t('dashboard.payments.print_code', { code: voucher.code })}
            prefetch="intent"
          >
            {t('dashboard.common.print')}
          </Link>
        )
      }
    />
  );
}
