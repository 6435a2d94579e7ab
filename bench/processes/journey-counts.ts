// What must not be in the database after journeys through processes that were killed: anything twice, or counted wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#backend/database/driver/sql.ts';

export interface Count {
  what: string;
  n: number;
}

const JOBS_LIMIT_MS = 60_000;
/** The address of people who book at the studio and leave none: nothing is written to them. */
const WALK_IN = 'nobody@invalid';

export async function countDoubles(sql: Sql): Promise<Count[]> {
  const unfinishedJobs = await waitForJobs(sql);
  const [row] = await sql<Record<string, number>[]>`
    select
      (select count(*) from (
        select 1 from public.bookings b join public.orders o on o.id = b.order_id
        where b.state = 'seated' and not o.is_demo
        group by b.pool_id, o.buyer_email, b.name having count(*) > 1) doubled)::int as bookings,
      (select count(*) from public.capacity_pools p where p.seats > p.capacity
        or p.seats <> (select count(*) from public.bookings b where b.pool_id = p.id and b.state = 'seated'))::int as pools,
      (select count(*) from (
        select 1 from public.payments group by order_id, amount_cents, method having count(*) > 1) doubled)::int as payments,
      (select count(*) from public.orders o where o.paid_cents
        <> (select coalesce(sum(amount_cents), 0) from public.payments p where p.order_id = o.id)
          - (select coalesce(sum(amount_cents), 0) from public.refunds r where r.order_id = o.id))::int as sums,
      (select count(*) from (
        select 1 from public.refunds group by order_id, booking_id, amount_cents having count(*) > 1) doubled)::int as refunds,
      (select count(*) from (
        select 1 from public.outbox where text_body not like '%••••••%' group by to_address, kind, text_body having count(*) > 1) doubled)::int as emails,
      (select count(*) from public.orders o where o.state = 'confirmed' and not o.is_demo and o.buyer_email <> ${WALK_IN}
        and not exists (select 1 from public.outbox m where m.to_address = o.buyer_email
          and m.text_body like '%' || o.number || '%'))::int as unwritten`;
  return [
    { what: 'bookings doubled', n: row?.bookings ?? 0 },
    { what: 'classes oversold or counted wrong', n: row?.pools ?? 0 },
    { what: 'payments doubled', n: row?.payments ?? 0 },
    { what: 'orders whose payments and refunds are not their sum', n: row?.sums ?? 0 },
    { what: 'refunds doubled', n: row?.refunds ?? 0 },
    { what: 'emails doubled', n: row?.emails ?? 0 },
    { what: 'confirmations missing', n: row?.unwritten ?? 0 },
    { what: 'jobs not done after a minute', n: unfinishedJobs },
  ];
}

/** Jobs that were due when the last journey ended. */
async function waitForJobs(sql: Sql): Promise<number> {
  for (const limitMs = Date.now() + JOBS_LIMIT_MS; ; await sleep(500)) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from private.jobs
      where failed_at is null and (run_at <= now() or attempts > 0 and last_error is null)`;
    const unfinished = row?.n ?? 0;
    if (unfinished === 0 || Date.now() > limitMs) return unfinished;
  }
}
