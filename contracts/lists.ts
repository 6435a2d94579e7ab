// The rows that the database's list functions return. PostgreSQL does not say which of their columns may be null.
import * as v from 'valibot';
import { bookedOrder, occupancy, orderView } from './booking.ts';
import { translations } from './translations.ts';

const text = v.string();
const number = v.number();
const maybeText = v.nullable(v.string());

const listedOrder = v.object({
  id: text,
  number: text,
  kind: orderView.entries.kind,
  state: bookedOrder.entries.state,
  buyer_name: text,
  buyer_email: text,
  method: bookedOrder.entries.method,
  currency: text,
  total_cents: number,
  paid_cents: number,
  due_at: maybeText,
  created_at: text,
  title: maybeText,
  places: number,
  starts_at: maybeText,
});
export type ListedOrder = v.InferOutput<typeof listedOrder>;

const orderSum = v.object({ currency: text, orders: number, total_cents: number, due_cents: number });
export type OrderSum = v.InferOutput<typeof orderSum>;

const listedMessage = v.object({
  id: text,
  name: text,
  email: text,
  opening: text,
  received_at: text,
  state: v.picklist(['open', 'answered', 'done', 'spam']),
  assigned_to: maybeText,
  assigned_name: maybeText,
  replies: number,
});
export type ListedMessage = v.InferOutput<typeof listedMessage>;

const listedHousehold = v.object({
  id: text,
  name: text,
  sort_name: text,
  created_at: text,
  guardians: maybeText,
  emails: maybeText,
  people: maybeText,
  people_count: number,
});
export type ListedHousehold = v.InferOutput<typeof listedHousehold>;

const knownPerson = v.object({
  participant_id: text,
  name: text,
  born_on: maybeText,
  household_id: text,
  guardian: maybeText,
  email: maybeText,
});
export type KnownPerson = v.InferOutput<typeof knownPerson>;

const ledgerMethod = v.picklist(['cash', 'card', 'transfer', 'card_at_studio', 'credit']);

const ledgerLine = v.object({
  id: text,
  kind: v.picklist(['in', 'out']),
  at: text,
  amount_cents: number,
  currency: text,
  method: ledgerMethod,
  state: v.picklist(['due', 'done', 'failed']),
  cause: text,
  reason: text,
  order_id: text,
  number: text,
  buyer_name: text,
  recorded_name: maybeText,
  reference: maybeText,
  receipt_number: maybeText,
  /** Null for a voucher. */
  class: maybeText,
  order_kind: v.picklist(['booking', 'pass', 'voucher']),
  tax_cents: v.nullable(number),
});
export type LedgerLine = v.InferOutput<typeof ledgerLine>;

const ledgerSum = v.object({ currency: text, method: ledgerMethod, in_cents: number, out_cents: number });
export type LedgerSum = v.InferOutput<typeof ledgerSum>;

const issuedCode = {
  id: text,
  code: text,
  email: text,
  buyer_name: maybeText,
  order_id: maybeText,
  is_active: v.boolean(),
  created_at: text,
};
const issuedPass = v.object({
  ...issuedCode,
  type_name: text,
  entries: number,
  left_entries: number,
  valid_until: text,
});
export type IssuedPass = v.InferOutput<typeof issuedPass>;
const issuedVoucher = v.object({
  ...issuedCode,
  currency: text,
  issued_cents: number,
  left_cents: number,
  cause: maybeText,
  reason: maybeText,
});
export type IssuedVoucher = v.InferOutput<typeof issuedVoucher>;

const auditEvent = v.object({
  id: number,
  at: text,
  actor: maybeText,
  actor_name: maybeText,
  area: text,
  action: text,
  table_name: text,
  subject: text,
  details: v.record(v.string(), v.unknown()),
});
export type AuditEvent = v.InferOutput<typeof auditEvent>;

const job = v.object({
  id: number,
  kind: text,
  run_at: text,
  attempts: number,
  last_error: maybeText,
  failed_at: maybeText,
  created_at: text,
});
export type Job = v.InferOutput<typeof job>;

const listedWaitlist = v.object({
  pool_id: text,
  session_id: text,
  title: text,
  starts_at: text,
  ...occupancy,
  held: number,
  offered: number,
  places_waited: number,
  first_name: maybeText,
  first_since: maybeText,
});
export type ListedWaitlist = v.InferOutput<typeof listedWaitlist>;

const searchResult = v.object({
  kind: v.picklist(['class', 'event', 'person', 'work', 'entry', 'show', 'page']),
  title: text,
  summary: text,
  path: text,
  language: text,
});
export type SearchResult = v.InferOutput<typeof searchResult>;

const finding = v.object({ kind: text, id: text, slug: maybeText, title: text, detail: text });
export type Finding = v.InferOutput<typeof finding>;

const missingEpisode = v.object({
  airing_id: text,
  show_id: text,
  title: text,
  translations,
  starts_at: text,
});

export const lists = {
  find_anything: v.array(finding),
  list_audit_events: v.array(auditEvent),
  list_contact_messages: v.array(listedMessage),
  list_households: v.array(listedHousehold),
  list_jobs: v.array(job),
  list_ledger: v.array(ledgerLine),
  list_orders: v.array(listedOrder),
  list_passes: v.array(issuedPass),
  list_vouchers: v.array(issuedVoucher),
  list_waitlists: v.array(listedWaitlist),
  missing_episodes: v.array(missingEpisode),
  search_people: v.array(knownPerson),
  search_studio: v.array(searchResult),
  sum_ledger: v.array(ledgerSum),
  sum_orders: v.array(orderSum),
} as const;
