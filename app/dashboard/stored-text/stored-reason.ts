// Reasons of refunds and of entries of passes and vouchers. The database stores its own in English; what a person typed
// is shown as it is.
import { t } from '#app/language/messages.ts';

const REASONS = {
  bought: 'dashboard.orders.reason_bought',
  given: 'dashboard.orders.reason_given',
  spent: 'dashboard.orders.reason_spent',
  entry: 'dashboard.orders.reason_entry',
  'entry back': 'dashboard.orders.reason_entry_back',
  'voucher back': 'dashboard.orders.reason_voucher_back',
  'late cancellation': 'dashboard.orders.reason_late_cancellation',
  'refunded as credit': 'dashboard.orders.reason_refunded_as_credit',
  'replaced by full repayment': 'dashboard.orders.reason_replaced_by_full_repayment',
  cancelled: 'dashboard.orders.reason_cancelled',
  'the studio cancelled': 'dashboard.orders.reason_studio_cancelled',
  'the studio cancelled a date': 'dashboard.orders.reason_studio_cancelled_a_date',
  'paid too late, the place was gone': 'dashboard.orders.reason_paid_too_late',
  'paid twice or after cancelling': 'dashboard.orders.reason_paid_twice',
  'someone else took the place': 'dashboard.orders.reason_someone_else_took_the_place',
} as const;

const GIVEN = 'given: ';

export function formatReason(reason: string): string {
  if (reason.startsWith(GIVEN))
    return t('dashboard.orders.reason_given_because', { reason: reason.slice(GIVEN.length) });
  return isKnown(reason) ? t(REASONS[reason]) : reason;
}

function isKnown(reason: string): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason);
}
