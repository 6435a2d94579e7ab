// What the page of a booking says first: what has happened, and what reaches the buyer by mail, if anything does.
import type { OrderView } from '#contracts/booking.ts';

interface About {
  /** By when a transfer must have arrived, in words. */
  transferBy: string;
  /** Without a mail server this page is all there is, and says so. */
  sendsMail: boolean;
}

export function headline(order: OrderView): string {
  if (order.state === 'pending') return 'One step left.';
  if (order.state === 'lapsed')
    return order.paid_cents > 0 || order.refunds.length > 0 ? 'The place was gone.' : 'Not booked.';
  if (order.state === 'cancelled') return 'Given back.';
  if (order.kind !== 'booking')
    return order.paid_cents >= order.total_cents ? 'It is yours.' : 'Nearly yours.';
  return 'You are in.';
}

export function formatStatus(order: OrderView, { transferBy, sendsMail }: About): string {
  const mail = order.buyer.email;
  if (order.state === 'pending')
    return 'Pay by card to make it yours. Reloading, going back and trying again are all fine.';
  if (order.state === 'lapsed')
    return order.refunds.length > 0
      ? 'The payment arrived after the time ran out, and somebody else has the place. Everything goes back to your card.'
      : 'The time ran out before the payment arrived. Nothing was charged.';
  if (order.state === 'cancelled') return 'Thank you for telling us. Somebody else may come now.';
  if (order.kind !== 'booking') {
    if (order.paid_cents >= order.total_cents)
      return sendsMail ? `The code is below and in the mail to ${mail}.` : 'The code is below. Keep it well.';
    return sendsMail
      ? `The code comes to ${mail} once it is paid.`
      : 'The code stands on this page once it is paid: keep its address.';
  }
  const first = sendsMail
    ? `A confirmation is on its way to ${mail}.`
    : 'This page is your confirmation: keep its address, or put it in your calendar.';
  if (order.method === 'transfer') return `${first} Please transfer it so that it arrives by ${transferBy}.`;
  if (order.method === 'desk') return `${first} Pay at the desk, in cash or by card, before it begins.`;
  return first;
}

/** Why the link wants care, and where else it is. */
export function formatLinkNote(
  order: OrderView,
  { sendsMail, isOwner }: { sendsMail: boolean; isOwner: boolean },
): string {
  const care = 'This page is yours by its address alone: whoever has the link can change the booking.';
  if (isOwner) return `${care} You find it again under your bookings.`;
  return sendsMail
    ? `${care} It is in the mail to ${order.buyer.email} too.`
    : `${care} No mail leaves the studio at the moment, so keep it; if it is lost, the desk finds the booking by your name.`;
}
