// Jobs of payments: refunds to cards.
import type { JobHandler, JobHandlers } from '../jobs/job-runner.ts';
import type { CardSettings } from './card-settings.ts';
import { StripeError } from './stripe.ts';

type Cards = Pick<CardSettings, 'current'> | undefined;

export function createPaymentJobs({ cards }: { cards: Cards }): JobHandlers {
  return { 'card.refund': createRefundJob(cards) };
}

/** Gives money back to the card it came from. What the service decides is written down; what it leaves open is tried again. */
function createRefundJob(cards: Cards): JobHandler {
  return async (payload, within) => {
    const id = String(payload.refund_id);
    const [refund] = await within<DueRefund[]>`
      select r.amount_cents, r.state, r.tries, r.last_error, (
        select p.provider_ref from public.payments p where p.order_id = r.order_id and p.method = 'card'
        order by p.received_at desc limit 1
      ) as payment
      from public.refunds r where r.id = ${id} for update`;
    if (refund?.state !== 'due') return;
    try {
      const stripe = await cards?.current();
      if (!stripe || !refund.payment)
        throw new StripeError('card payments are not set up, so the refund cannot be made to the card');
      const { reference } = await stripe.refund({
        id,
        paymentIntent: refund.payment,
        amountCents: refund.amount_cents,
        turn: refund.tries,
        isRepeated: refund.tries > 1 || refund.last_error !== null,
      });
      await within`select public.complete_refund(${id}, ${reference})`;
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      await within`select public.card_refund_failed(${id}, ${error.message})`;
    }
  };
}

interface DueRefund {
  amount_cents: number;
  state: string;
  tries: number;
  last_error: string | null;
  payment: string | null;
}
