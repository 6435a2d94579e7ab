// One receipt, for anyone who has the link of its order.
import { data } from 'react-router';
import { onPaper, readReceipts } from '#app/features/receipts/read-receipts.ts';
import { ReceiptSheet } from '#app/features/receipts/receipt-sheet.tsx';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/receipt-page.ts';
import { PrintButton } from './print-button.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params: { token, receipt: id } }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  // Asked for, so that this page is cached nowhere.
  await site.visitor();
  const receipts = await readReceipts(site.backend, { order_token: token });
  const receipt = receipts.find((one) => one.id === id);
  if (!receipt) throw data(null, { status: 404 });
  return { token, paper: onPaper(site, receipt) };
}

export const meta = siteMeta<typeof loader>((_root, { loaderData }) => {
  if (!loaderData) return;
  return {
    title: t('shared.receipts.receipts'),
    description: t('site.booking.your_booking_description'),
    path: '/classes',
    noindex: true,
  };
});

export default function ReceiptPage({ loaderData: { token, paper } }: Route.ComponentProps) {
  return (
    <main id="main">
      <div className="wrap receipt-page">
        <div className="booking-actions no-print">
          <Button asChild variant="primary">
            <a href={localPath(`/booking/${token}/receipts/${paper.id}/receipt.pdf`)}>
              {t('shared.receipts.download_pdf')}
            </a>
          </Button>
          <PrintButton />
          <Button asChild variant="text">
            <Link to={`/booking/${token}`}>{t('site.booking.back_to_your_booking')}</Link>
          </Button>
        </div>
        <ReceiptSheet paper={paper} heading="h1" />
      </div>
    </main>
  );
}
