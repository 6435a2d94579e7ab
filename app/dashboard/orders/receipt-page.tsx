// The receipts of an order, for the member who bought and for staff; each prints on a page of its own.
import { data } from 'react-router';
import { onPaper, readReceipts } from '#app/features/receipts/read-receipts.ts';
import { ReceiptSheet } from '#app/features/receipts/receipt-sheet.tsx';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import type { Route } from './+types/receipt-page.ts';

export function orderIdOf(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw data(null, { status: 404 });
  return id;
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requirePerson({ request, context });
  const site = context.get(siteContext);
  const order_id = orderIdOf(params.id);
  const [order, receipts] = await Promise.all([
    site.backend.from('orders').select('number').eq('id', order_id).maybeSingle(),
    readReceipts(site.backend, { order_id }),
  ]);
  if (order.error) throw order.error;
  if (!order.data) throw data(null, { status: 404 });
  return {
    order_id,
    number: order.data.number,
    papers: receipts.map((receipt) => onPaper(site, receipt)).reverse(),
  };
}

export const meta = dashboardMeta<typeof loader>(({ loaderData }) =>
  loaderData
    ? t('dashboard.orders.page_title_receipt', { number: loaderData.number })
    : t('dashboard.orders.page_title_receipt_unknown'),
);

export default function ReceiptPage({ loaderData: { order_id, number, papers } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('dashboard.orders.receipts_of_order', { number })}
        actions={
          papers.length > 0 && (
            <Button variant="primary" size="sm" onClick={() => print()}>
              {t('dashboard.common.print')}
            </Button>
          )
        }
      />
      {papers.length === 0 && (
        <EmptyState title={t('dashboard.orders.no_receipts_yet')}>
          {t('dashboard.orders.receipts_appear_with_payments')}
        </EmptyState>
      )}
      <div className="dash-stack">
        {papers.map((paper) => (
          <div key={paper.id} className="receipt-with-file">
            <ReceiptSheet paper={paper} />
            <p className="no-print">
              <a
                href={localPath(`/dashboard/receipts/${order_id}/${paper.id}/receipt.pdf`)}
                aria-describedby={`title-${paper.id}`}
              >
                {t('shared.receipts.download_pdf')}
              </a>
            </p>
          </div>
        ))}
      </div>
    </>
  );
}
