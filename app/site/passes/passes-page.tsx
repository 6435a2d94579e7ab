// The shop: passes as objects with what they save, and vouchers. With ?buy= it asks for the order of one pass.
import { data, redirect } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { contentText } from '#app/language/content-text.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { loadSettings } from '#app/site/booking/load-session.ts';
import { stayOnPage } from '#app/site/booking/use-booking-form.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { ActionBar } from '#app/site/layout/action-bar.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import passStylesheet from '#app/styles/pages/passes.css?url';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/passes-page.ts';
import { amountCents } from './amount-cents.ts';
import { loadPassTypes, loadPricedClasses } from './load-passes.ts';
import { PassComparison, PassTable } from './pass-comparison.tsx';
import { PassObject } from './pass-object.tsx';
import { PassOrder } from './pass-order.tsx';
import { entryCents } from './pass-savings.ts';
import { VoucherForm } from './voucher-form.tsx';

export const links: Route.LinksFunction = () =>
  [stylesheet, passStylesheet].map((href) => ({ rel: 'stylesheet', href }));

export async function loader({ context, request }: Route.LoaderArgs) {
  const { backend, visitor, now, validUntil } = context.get(siteContext);
  const buy = new URL(request.url).searchParams.get('buy');
  const [types, classes, settings, zone, { user }] = await Promise.all([
    loadPassTypes(backend),
    buy === null ? loadPricedClasses(backend, now) : [],
    loadSettings(backend),
    studioZone(backend),
    visitor(),
  ]);
  // A link to a pass that is no longer sold leads to those that are.
  if (buy !== null && !types.some(({ id }) => id === buy)) throw redirect('/passes');
  validUntil(nextMidnight(now, zone));
  const isMember = user !== null && !user.isAnonymous;
  return {
    types,
    buy,
    // A pass pays for single dates.
    classes: classes.filter(({ kind }) => kind !== 'course'),
    courses: classes.filter(({ kind }) => kind === 'course'),
    today: localDay(now, zone),
    takesTransfers: settings.transfer_account.trim() !== '',
    asksBuyerDetails: settings.asks_buyer_details,
    person: isMember ? { name: user.name, email: user.email ?? '' } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { backend, proveHuman } = context.get(siteContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const values = {
    name: text('name'),
    email: text('email'),
    what: text('what'),
    choice: text('choice'),
    amount: text('amount'),
    method: text('method'),
    buyer_address: text('buyer_address'),
    buyer_tax_number: text('buyer_tax_number'),
  };
  const proof = await proveHuman(text('bot_token'));
  if (proof === null) return data({ error: notHuman(), values }, { status: 403 });
  const isVoucher = values.what === 'voucher';
  // One of the offered amounts, or the one that was typed.
  const amount = amountCents(values.choice) || amountCents(values.amount);
  const answer = await backend.rpc('buy', {
    kind: isVoucher ? 'voucher' : 'pass',
    buyer: {
      name: values.name,
      email: values.email,
      address: values.buyer_address,
      tax_number: values.buyer_tax_number,
    },
    method: values.method,
    language: currentLanguage().code,
    proof,
    ...(isVoucher ? { amount_cents: amount } : { pass_type: values.what }),
    ...(text('key') && { idempotency_key: text('key') }),
  });
  if (answer.error) return data({ error: readApiError(answer.error), values }, { status: answer.status });
  const order = answer.data;
  return redirect(`/booking/${order.order_token}${order.state === 'pending' ? '?pay=1' : ''}`);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = siteMeta(() => ({
  title: t('site.passes.page_title'),
  description: t('site.passes.description'),
  path: '/passes',
}));

export default function PassesPage({ loaderData }: Route.ComponentProps) {
  const { types, buy, classes, courses, today, takesTransfers, asksBuyerDetails, person } = loaderData;
  const { studio, settings } = useRootData();
  const { sendsMail } = settings;
  const methods = [
    ...(settings.takesCards ? (['card'] as const) : []),
    ...(takesTransfers ? (['transfer'] as const) : []),
    'studio' as const,
  ];
  const chosen = types.find(({ id }) => id === buy);
  if (chosen)
    return (
      <PassOrder
        pass={chosen}
        today={today}
        person={person}
        methods={methods}
        sendsMail={sendsMail}
        asksDetails={asksBuyerDetails}
      />
    );
  const [first] = types;
  return (
    <main id="main">
      <PageHead
        title={t('site.passes.passes_and_vouchers')}
        lead={t(first ? 'site.passes.come_often_and_pay_less' : 'site.passes.give_someone_a_voucher')}
      />
      {types.map((pass) => (
        <PassObject
          key={pass.id}
          pass={pass}
          classes={classes}
          today={today}
          maxEntries={Math.max(...types.map(({ entries }) => entries))}
          isFirst={pass === first}
          sendsMail={sendsMail}
        />
      ))}
      {first && <PassComparison pass={first} classes={classes} />}
      {first && (
        <div className="wrap grid-12 pass-worth">
          {classes.length > 0 && (
            <PageSection
              id="pays-for"
              title={t('site.passes.what_it_pays_for')}
              link={['/classes', t('site.passes.all_classes')]}
            >
              <PassTable pass={first} classes={classes} courses={courses} />
            </PageSection>
          )}
          <aside aria-label={t('site.passes.how_it_works')}>
            <Facts
              facts={[
                [t('site.passes.an_entry_term'), t('site.passes.one_person_at_one_date')],
                [t('site.passes.book_term'), t('site.passes.choose_pass_when_you_pay')],
                [t('site.passes.cancelled_term'), t('site.passes.if_you_cancel_in_time_the')],
                [t('site.passes.a_gift_term'), t('site.passes.order_it_in_your_name_and')],
                [
                  t('site.passes.have_one_term'),
                  <Link key="own" to="/dashboard/passes">
                    {t('site.passes.see_what_is_left_on_it')}
                  </Link>,
                ],
              ]}
            />
          </aside>
        </div>
      )}
      <PageSection
        isWide
        id="voucher"
        title={t('site.passes.voucher')}
        aside={<span className="voucher-for">{t('site.passes.for_anything_here_does_not_expire')}</span>}
      >
        <VoucherForm
          studio={studio}
          isMain={!first}
          person={person}
          asksDetails={asksBuyerDetails}
          methods={methods}
          sendsMail={sendsMail}
        />
      </PageSection>
      {first && (
        <ActionBar
          label={t('site.passes.buy')}
          price={price(first.price_cents, first.currency)}
          next={{
            title: contentText(first, 'name'),
            detail: t('site.passes.price_an_entry', { price: price(entryCents(first), first.currency) }),
          }}
        >
          <Button asChild variant="primary">
            <Link to={`/passes?buy=${first.id}`}>{t('site.passes.buy')}</Link>
          </Button>
        </ActionBar>
      )}
    </main>
  );
}
