// The heading and status of a booking page, and what the buyer gets by email, if anything.
import type { OrderView } from '#contracts/booking.ts';

interface About {
  /** The formatted deadline of a bank transfer. */
  transferBy: string;
  /** False without a mail server: this page is then the only confirmation. */
  sendsMail: boolean;
}

export function headline(order: OrderView): string {
  if (order.state === 'pending') return 'Payment needed';
  if (order.state === 'lapsed')
    return order.paid_cents > 0 || order.refunds.length > 0 ? 'The place was taken' : 'Not booked';
  if (order.state === 'cancelled') return 'Booking cancelled';
  if (order.kind !== 'booking')
    return order.paid_cents >= order.total_cents ? 'Order complete' : 'Order received';
  return 'You are booked';
}

export function formatStatus(order: OrderView, { transferBy, sendsMail }: About): string {
  const mail = order.buyer.email;
  if (order.state === 'pending')
    return 'Pay by card to confirm your booking. You can safely reload, go back and try again.';
  if (order.state === 'lapsed')
    return order.refunds.length > 0
      ? 'The payment arrived after the time ran out, and someone else has the place. You get a full refund to your card.'
      : 'The time ran out before the payment arrived. Nothing was charged.';
  if (order.state === 'cancelled')
    return 'Thank you for letting us know. Your place is free for someone else.';
  if (order.kind !== 'booking') {
    if (order.paid_cents >= order.total_cents)
      return sendsMail
        ? `The code is below and in the email to ${mail}.`
        : 'The code is below. Save it in a safe place.';
    return sendsMail
      ? `We email the code to ${mail} when it is paid.`
      : 'The code appears on this page when it is paid: save the link.';
  }
  const first = sendsMail
    ? `A confirmation is on its way to ${mail}.`
    : 'This page is your confirmation: save the link, or add it to your calendar.';
  if (order.method === 'transfer')
    return `${first} Please pay by bank transfer so that it arrives by ${transferBy}.`;
  if (order.method === 'studio') return `${first} Pay at the studio, in cash or by card, before it starts.`;
  return first;
}

/** A warning that the link grants access, and where else to find it. */
export function formatLinkNote(
  order: OrderView,
  { sendsMail, isOwner }: { sendsMail: boolean; isOwner: boolean },
): string {
  const care = 'Anyone with the link to this page can change the booking.';
  if (isOwner) return `${care} You can also find it under your bookings.`;
  return sendsMail
    ? `${care} It is also in the email to ${order.buyer.email}.`
    : `${care} The studio cannot send email at the moment, so save the link. If you lose it, we can find the booking by your name.`;
}
