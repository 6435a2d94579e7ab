import { data, redirect } from 'react-router';
import { notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { price } from '#app/language/price.ts';
import { EmailField, NameField } from '#app/site/booking/contact-fields.tsx';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { loadSettings } from '#app/site/booking/load-session.ts';
import { stayOnPage, useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
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
  const { backend } = context.get(siteContext);
  const [types, settings] = await Promise.all([
    backend
      .from('pass_types')
      .select('id,name,entries,price_cents,currency,valid_days')
      .eq('is_sold', true)
      .order('price_cents'),
    loadSettings(backend),
  ]);
  if (types.error) throw types.error;
  return { types: types.data, takesTransfers: settings.transfer_account.trim() !== '' };
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
    proof,
    ...(isVoucher
      ? { amount_cents: Math.round(Number(values.amount.replace(',', '.')) * 100) || 0 }
      : { pass_type: values.what }),
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
  title: 'passes and vouchers',
  description: 'Several entries at once, or a gift for someone.',
  path: '/passes',
}));

export default function PassesPage({ loaderData }: Route.ComponentProps) {
  const { types, takesTransfers } = loaderData;
  const { studio, settings } = useRootData();
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  return (
    <main id="main">
      <PageHead title="Passes and vouchers">
        <p className="lead">
          Several entries at once, or a gift for someone. Anyone with the code can use it.
        </p>
      </PageHead>
      <div className="wrap booking grid-12">
        <Form ref={form} method="post" className="booking-form booking-main" onSubmit={submit} noValidate>
          <RadioGroup
            legend="Choose a pass or voucher"
            name="what"
            defaultValue={values.what ?? types[0]?.id ?? 'voucher'}
            error={problemOf('what')}
          >
            {types.map((type) => (
              <RadioOption
                key={type.id}
                value={type.id}
                label={type.name}
                hint={`${price(Math.round(type.price_cents / type.entries), type.currency)} an entry, within ${Math.round(type.valid_days / 30)} months`}
                aside={price(type.price_cents, type.currency)}
              />
            ))}
            <RadioOption
              value="voucher"
              label="A voucher"
              hint="For anything here, does not expire"
              aside="You choose"
            />
          </RadioGroup>
          <div className="voucher-amount">
            <Field label={`Amount, in ${studio.currency}`} error={problemOf('amount')}>
              <Input name="amount" inputMode="decimal" maxLength={7} defaultValue={values.amount ?? '50'} />
            </Field>
          </div>
          <div className="booking-pair">
            <NameField error={problemOf('name')} defaultValue={values.name} />
            <EmailField
              hint={
                settings.sendsMail
                  ? 'We email the code to this address.'
                  : 'For the receipt. The code appears on the next page.'
              }
              error={problemOf('email')}
              defaultValue={values.email}
            />
          </div>
          <RadioGroup
            legend="How would you like to pay?"
            name="method"
            defaultValue={
              values.method ?? (settings.takesCards ? 'card' : takesTransfers ? 'transfer' : 'studio')
            }
            error={problemOf('method')}
          >
            {settings.takesCards && <RadioOption value="card" label="Card" hint="You get the code at once" />}
            {takesTransfers && (
              <RadioOption
                value="transfer"
                label="By bank transfer"
                hint="You get the code when the payment arrives"
              />
            )}
            <RadioOption value="studio" label="At the studio" hint="Cash or card, on your next visit" />
          </RadioGroup>
          <FormAlert message={alert} onRetry={onRetry} />
          <div className="booking-actions">
            <Button variant="primary" size="lg" type="submit" busy={isBusy}>
              Place order
            </Button>
          </div>
        </Form>
        <aside className="booking-aside" aria-label="How it works">
          <Facts
            facts={[
              ['An entry', 'One person on one date of any class. Courses have a price of their own'],
              ['Together', 'Two people take two entries; the code can be shared'],
              ['Cancelled', 'If you cancel in time, the entry goes back on the pass'],
              ['A gift', 'Order it in your name and pass on the code: nothing else is needed'],
              [
                'Find',
                <Link key="classes" to="/classes">
                  A class to use it for
                </Link>,
              ],
            ]}
          />
        </aside>
      </div>
    </main>
  );
}
