// The heading and status of a booking page, and what the buyer gets by email, if anything.
import { hasEmail } from '#app/language/format-email.ts';
import { t } from '#app/language/messages.ts';
import type { OrderView } from '#contracts/booking.ts';

interface About {
  /** The formatted deadline of a bank transfer. */
  transferBy: string | null;
  /** False while no email is known to arrive: this page is then the only confirmation. */
  sendsMail: boolean;
}

export function headline(order: OrderView): string {
  if (order.state === 'pending') return t('site.booking.payment_needed');
  if (order.state === 'lapsed')
    return order.paid_cents > 0 || order.refunds.length > 0
      ? t('site.booking.the_place_was_taken')
      : t('site.booking.not_booked');
  if (order.state === 'cancelled') return t('site.booking.booking_cancelled');
  if (order.kind !== 'booking')
    return order.paid_cents >= order.total_cents
      ? t('site.booking.order_complete')
      : t('site.booking.order_received');
  return t('site.booking.you_are_booked');
}

export function formatStatus(order: OrderView, { transferBy, ...about }: About): string {
  const mail = order.buyer.email;
  const sendsMail = about.sendsMail && hasEmail(mail);
  if (order.state === 'pending') return t('site.booking.pay_by_card_to_confirm_your');
  if (order.state === 'lapsed')
    return order.refunds.length > 0
      ? t('site.booking.the_payment_arrived_after_the_time')
      : t('site.booking.the_time_ran_out_before_the');
  if (order.state === 'cancelled') return t('site.booking.thank_you_place_is_free');
  if (order.kind !== 'booking') {
    if (order.paid_cents >= order.total_cents)
      return sendsMail
        ? t('site.booking.the_code_is_below_and_in', { email: mail })
        : t('site.booking.the_code_is_below_save_it');
    return sendsMail
      ? t('site.booking.we_email_the_code_to_mail', { email: mail })
      : t('site.booking.the_code_appears_on_this_page');
  }
  const first = sendsMail
    ? t('site.booking.a_confirmation_is_on_its_way', { email: mail })
    : t('site.booking.this_page_is_your_confirmation_save');
  if (order.paid_cents >= order.total_cents) return first;
  if (order.method === 'transfer')
    return `${first} ${
      transferBy === null
        ? t('site.booking.please_pay_before_the_first_date')
        : t('site.booking.please_pay_by_bank_transfer', { day: transferBy })
    }`;
  if (order.method === 'studio') return `${first} ${t('site.booking.pay_at_the_studio')}`;
  return first;
}

/** A warning that the link grants access, and where else to find it. */
export function formatLinkNote(
  order: OrderView,
  { sendsMail, isOwner }: { sendsMail: boolean; isOwner: boolean },
): string {
  const care = t('site.booking.anyone_with_the_link_to_this');
  if (isOwner) return `${care} ${t('site.booking.also_under_your_bookings')}`;
  if (!hasEmail(order.buyer.email)) return care;
  return sendsMail
    ? `${care} ${t('site.booking.also_in_the_email', { email: order.buyer.email })}`
    : `${care} ${t('site.booking.no_email_so_save_the_link')}`;
}
