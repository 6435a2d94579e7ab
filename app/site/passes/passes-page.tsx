import { useState } from 'react';
import { data, redirect } from 'react-router';
import { notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { contentText } from '#app/language/content-text.ts';
import { localized } from '#app/language/in-language.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { EmailField, NameField } from '#app/site/booking/contact-fields.tsx';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { loadSettings } from '#app/site/booking/load-session.ts';
import { stayOnPage, useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { ActionBar } from '#app/site/layout/action-bar.tsx';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/booking.css?url';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { Route } from './+types/passes-page.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, visitor } = context.get(siteContext);
  const [types, settings, { user }] = await Promise.all([
    backend
      .from('pass_types')
      .select('id,name,entries,price_cents,currency,valid_days,translations')
      .eq('is_sold', true)
      .order('price_cents'),
    loadSettings(backend),
    visitor(),
  ]);
  if (types.error) throw types.error;
  const isMember = user !== null && !user.isAnonymous;
  return {
    types: localized(types.data),
    takesTransfers: settings.transfer_account.trim() !== '',
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
    amount: text('amount'),
    method: text('method'),
  };
  const proof = await proveHuman(text('bot_token'));
  if (proof === null) return data({ error: notHuman(), values }, { status: 403 });
  const isVoucher = values.what === 'voucher';
  const answer = await backend.rpc('buy', {
    kind: isVoucher ? 'voucher' : 'pass',
    buyer: { name: values.name, email: values.email },
    method: values.method,
    language: currentLanguage().code,
    proof,
    ...(isVoucher ? { amount_cents: amountCents(values.amount) } : { pass_type: values.what }),
    ...(text('key') && { idempotency_key: text('key') }),
  });
  if (answer.error) return data({ error: readApiError(answer.error), values }, { status: answer.status });
  const order = answer.data;
  return redirect(`/booking/${order.order_token}${order.state === 'pending' ? '?pay=1' : ''}`);
}

function amountCents(amount: string): number {
  return Math.round(Number(amount.replace(',', '.')) * 100) || 0;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = siteMeta(() => ({
  title: t('site.passes.page_title'),
  description: t('site.passes.description'),
  path: '/passes',
}));

const METHOD_TEXTS = {
  card: ['site.passes.card', 'site.passes.you_get_the_code_at_once'],
  transfer: ['site.passes.by_bank_transfer', 'site.passes.you_get_the_code_when_the'],
  studio: ['site.passes.at_the_studio', 'site.passes.cash_or_card_on_your_next'],
} as const;

export default function PassesPage({ loaderData }: Route.ComponentProps) {
  const { types, takesTransfers, person } = loaderData;
  const { studio, settings } = useRootData();
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  const first = values.what ?? types[0]?.id ?? 'voucher';
  const [what, setWhat] = useState(first);
  const [amount, setAmount] = useState(values.amount ?? '50');
  const chosen = types.find(({ id }) => id === what);
  const methods = [
    ...(settings.takesCards ? (['card'] as const) : []),
    ...(takesTransfers ? (['transfer'] as const) : []),
    'studio' as const,
  ];
  return (
    <TitledPage
      title={t('site.passes.passes_and_vouchers')}
      lead={t('site.passes.several_entries_at_once')}
      className="booking grid-12"
    >
      <Form ref={form} method="post" className="booking-form booking-main" onSubmit={submit} noValidate>
        <RadioGroup
          legend={t('site.passes.choose_a_pass_or_voucher')}
          name="what"
          defaultValue={first}
          onValueChange={setWhat}
          error={problemOf('what')}
        >
          {types.map((type) => (
            <RadioOption
              key={type.id}
              value={type.id}
              label={contentText(type, 'name')}
              hint={t('site.passes.price_of_an_entry', {
                price: price(Math.round(type.price_cents / type.entries), type.currency),
                months: Math.round(type.valid_days / 30),
              })}
              aside={price(type.price_cents, type.currency)}
            />
          ))}
          <RadioOption
            value="voucher"
            label={t('site.passes.a_voucher')}
            hint={t('site.passes.for_anything_here_does_not_expire')}
            aside={t('site.passes.you_choose')}
          />
        </RadioGroup>
        <div className="voucher-amount">
          <Field
            label={t('site.passes.amount_in_currency', { currency: studio.currency })}
            error={problemOf('amount')}
          >
            <Input
              name="amount"
              inputMode="decimal"
              maxLength={7}
              defaultValue={amount}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
          </Field>
        </div>
        <div className="booking-pair">
          <NameField error={problemOf('name')} defaultValue={values.name ?? person?.name} />
          <EmailField
            hint={
              settings.sendsMail
                ? t('site.passes.we_email_the_code_to_this')
                : t('site.passes.for_the_receipt_the_code_appears')
            }
            error={problemOf('email')}
            defaultValue={values.email ?? person?.email}
          />
        </div>
        <RadioGroup
          legend={t('site.passes.how_would_you_like_to_pay')}
          name="method"
          defaultValue={values.method ?? methods[0]}
          error={problemOf('method')}
        >
          {methods.map((method) => {
            const [label, hint] = METHOD_TEXTS[method];
            return <RadioOption key={method} value={method} label={t(label)} hint={t(hint)} />;
          })}
        </RadioGroup>
        <FormAlert message={alert} onRetry={onRetry} />
        <div className="booking-actions">
          <Button variant="primary" size="lg" type="submit" busy={isBusy}>
            {t('site.passes.place_order')}
          </Button>
        </div>
        <ActionBar
          label={t('site.passes.place_order')}
          price={
            chosen ? price(chosen.price_cents, chosen.currency) : price(amountCents(amount), studio.currency)
          }
          next={{ title: chosen ? contentText(chosen, 'name') : t('site.passes.a_voucher') }}
        >
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('site.passes.place_order')}
          </Button>
        </ActionBar>
      </Form>
      <aside className="booking-aside" aria-label={t('site.passes.how_it_works')}>
        <Facts
          facts={[
            [t('site.passes.an_entry_term'), t('site.passes.one_person_on_one_date_of')],
            [t('site.passes.together_term'), t('site.passes.two_people_take_two_entries_the')],
            [t('site.passes.cancelled_term'), t('site.passes.if_you_cancel_in_time_the')],
            [t('site.passes.a_gift_term'), t('site.passes.order_it_in_your_name_and')],
            [
              t('site.passes.find_term'),
              <Link key="classes" to="/classes">
                {t('site.passes.a_class_to_use_it_for')}
              </Link>,
            ],
          ]}
        />
      </aside>
    </TitledPage>
  );
}
