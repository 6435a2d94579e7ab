// The order of one pass: who buys it and how they pay.
import { Facts } from '#app/features/facts/facts.tsx';
import { addDays } from '#app/language/calendar-day.ts';
import { contentText } from '#app/language/content-text.ts';
import { longDay } from '#app/language/format-day.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { ActionBar } from '#app/site/layout/action-bar.tsx';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { BuyerFields, type BuyerFieldsProps } from './buyer-fields.tsx';
import type { PassType } from './load-passes.ts';
import { entryCents } from './pass-savings.ts';

interface PassOrderProps extends Pick<BuyerFieldsProps, 'person' | 'methods' | 'sendsMail' | 'asksDetails'> {
  pass: PassType;
  today: string;
}

export function PassOrder({ pass, today, ...buyer }: PassOrderProps) {
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  const cost = price(pass.price_cents, pass.currency);
  const label = t('site.passes.buy_for', { price: cost });
  return (
    <TitledPage
      title={pass.name}
      titleLang={langOf(pass, 'name')}
      above={<Link to="/passes">{t('site.passes.passes_and_vouchers')}</Link>}
      className="booking grid-12"
    >
      <Form ref={form} method="post" className="booking-form booking-main" onSubmit={submit} noValidate>
        <input type="hidden" name="what" value={pass.id} />
        <BuyerFields {...buyer} values={values} problemOf={problemOf} />
        <FormAlert message={alert} onRetry={onRetry} />
        <div className="booking-actions">
          <Button variant="primary" size="lg" type="submit" busy={isBusy}>
            {label}
          </Button>
        </div>
        <ActionBar label={label} price={cost} next={{ title: contentText(pass, 'name') }}>
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('site.passes.buy')}
          </Button>
        </ActionBar>
      </Form>
      <aside className="booking-aside" aria-label={t('site.passes.how_it_works')}>
        <p className="place-price spread">
          <b>{cost}</b>
          <span>{t('site.passes.price_an_entry', { price: price(entryCents(pass), pass.currency) })}</span>
        </p>
        <Facts
          facts={[
            [t('site.passes.valid_until'), longDay(addDays(today, pass.valid_days))],
            [t('site.passes.pays_for'), t('site.passes.single_dates_not_courses')],
            [t('site.passes.for_term'), t('site.passes.two_people_take_two_entries_the')],
            [t('site.passes.a_gift_term'), t('site.passes.order_it_in_your_name_and')],
          ]}
        />
      </aside>
    </TitledPage>
  );
}
