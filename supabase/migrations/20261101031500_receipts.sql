-- Papers: who the business is, which policies its owner has confirmed, and the receipts of payments and refunds.

create table public.business (
  id boolean primary key default true check (id),
  legal_name text not null default '' check (length(legal_name) <= 120),
  address text not null default '' check (length(address) <= 300),
  tax_number text not null default '' check (length(tax_number) <= 40),
  register text not null default '' check (length(register) <= 160),
  vat_status text not null default 'unknown' check (vat_status in ('unknown', 'charged', 'exempt')),
  -- Prices contain it. The name is the country's own: VAT, IVA, MwSt.
  tax_name text not null default '' check (length(tax_name) <= 20),
  tax_percent numeric(4, 2) not null default 0 check (tax_percent between 0 and 99),
  -- Why no tax is shown, as the law wants it worded.
  tax_note text not null default '' check (length(tax_note) <= 200),
  asks_buyer_details boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.business is 'One row: legal name, address, tax number and VAT status, as imprint and receipts show them.';
alter table public.business enable row level security;
insert into public.business default values;

create table public.policy_confirmations (
  slug text primary key check (slug in ('privacy', 'terms', 'cancellation')),
  confirmed_at timestamptz not null default now(),
  -- In the studio's zone: the day that the page names.
  confirmed_on date not null,
  confirmed_by uuid references auth.users (id) on delete set null,
  -- What the text said: a change of it makes the policy a draft again.
  facts jsonb not null
);
comment on table public.policy_confirmations is 'Default texts of policies that an owner has read and confirmed.';
alter table public.policy_confirmations enable row level security;

create table private.receipt_numbers (
  id boolean primary key default true check (id),
  last integer not null default 0
);
comment on table private.receipt_numbers is 'The last number that a receipt got.';
alter table private.receipt_numbers enable row level security;
insert into private.receipt_numbers default values;

create table public.receipts (
  -- That of its payment or refund.
  id uuid primary key,
  payment_id uuid unique references public.payments (id),
  refund_id uuid unique references public.refunds (id),
  order_id uuid not null references public.orders (id),
  number integer not null unique check (number > 0),
  language text not null,
  -- Everything that it says, as it was on that day.
  content jsonb not null,
  issued_at timestamptz not null default now(),
  check (num_nonnulls(payment_id, refund_id) = 1 and id = coalesce(payment_id, refund_id))
);
comment on table public.receipts is 'Receipts of payments and refunds, numbered without gaps; they never change.';
alter table public.receipts enable row level security;

-- ---------- indexes ----------
create index receipts_order on public.receipts (order_id);
create index policy_confirmations_by on public.policy_confirmations (confirmed_by);

-- ---------- row policies ----------
create policy "everyone reads the business details" on public.business for select using (true);
create policy "owners write the business details" on public.business for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "buyers and staff read receipts" on public.receipts for select to authenticated
  using (private.owns_order(order_id) or (select public.is_staff()));

-- ---------- policies ----------
-- What the default texts take from the settings.
create function private.policy_facts(policy text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case policy
    when 'cancellation' then (select jsonb_agg(jsonb_build_array(c.id, c.name, c.summary, c.full_until_h, c.late_credit_percent)
      order by c.id) from public.cancellation_policies c)
    when 'terms' then (select jsonb_build_object('seller', b.legal_name, 'address', b.address, 'vat_status', b.vat_status,
      'by_transfer', btrim(s.transfer_account) <> '') from public.business b, public.booking_settings s)
    else '{}'
  end
$$;

create function public.list_policies() returns table (slug text, state text, since date, facts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.slug,
    case when own.published_at is not null then 'own' when c.facts = f.facts then 'confirmed'
      when c.facts is not null then 'changed' else 'draft' end,
    case when own.published_at is not null then timezone(s.zone, own.published_at)::date when c.facts = f.facts then c.confirmed_on end,
    f.facts
  from unnest(array['privacy', 'terms', 'cancellation']) with ordinality p (slug, position)
  cross join public.studio s
  cross join lateral (select private.policy_facts(p.slug) as facts) f
  left join public.policy_confirmations c on c.slug = p.slug
  left join public.pages own on own.slug = p.slug and own.published_at <= now()
  order by p.position
$$;
comment on function public.list_policies is
  'The policies of the site: drafts, confirmed by the owner, changed by a setting since then, or the studio''s own texts.';

-- The facts are those of the text that was read: a setting that someone changes meanwhile is not confirmed with it.
create function public.confirm_policy(slug text, facts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if not public.has_role('owner') then
    raise exception 'Only an owner can confirm a policy.' using errcode = '42501', hint = 'owner_only',
      detail = '{"message_name":"owner_confirms_policies"}';
  elsif slug not in ('privacy', 'terms', 'cancellation') or slug is null then
    perform private.fail(404, 'no_policy', 'Policy not found.');
  elsif facts is distinct from private.policy_facts(slug) then
    perform private.fail(409, 'policy_changed', 'A setting that this text contains has just been changed. Read it again, then confirm it.');
  end if;
  insert into public.policy_confirmations as c (slug, confirmed_on, confirmed_by, facts)
  select slug, timezone(s.zone, now())::date, private.current_user_id(), facts from public.studio s
  on conflict on constraint policy_confirmations_pkey do update set confirmed_at = now(), confirmed_on = excluded.confirmed_on,
    confirmed_by = excluded.confirmed_by, facts = excluded.facts;
end
$$;
comment on function public.confirm_policy is 'Confirms the default text of a policy, as it was read.';

-- ---------- receipts ----------
create function private.receipt_number(number integer) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select 'R-' || lpad(number::text, greatest(5, length(number::text)), '0')
$$;

-- Orders that go with the sample studio take no number from the studio's own receipts.
create function private.is_sample_order(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.is_demo or exists (select from public.bookings b join public.sessions s on s.pool_id = b.pool_id
      join public.offerings f on f.id = s.offering_id where b.order_id = o.id and f.is_demo)
  from public.orders o where o.id = wanted
$$;

-- With the language of emails to its buyer.
create function private.order_for_receipt(wanted uuid) returns public.orders
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  ordered public.orders;
begin
  select * into ordered from public.orders o where o.id = wanted;
  ordered.language := private.email_language(ordered.user_id, ordered.language);
  return ordered;
end
$$;

create function private.receipt_lines(ordered public.orders) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case ordered.kind
    when 'booking' then (
      select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'name', b.name, 'starts_at', d.starts_at, 'zone', d.zone,
        'dates', b.dates, 'is_cancelled', b.state = 'cancelled', 'by_pass', b.pass_id is not null, 'voucher_cents', b.voucher_cents,
        'cents', case when b.pass_id is not null then 0 when b.state = 'cancelled' then b.retained_cents
          else b.price_cents - b.voucher_cents end) order by b.created_at, b.id), '[]')
      from public.bookings b
      left join lateral (
        select coalesce(nullif(f.translations #>> array[ordered.language, 'title'], ''), f.title) as title, s.starts_at, s.zone
        from public.sessions s join public.offerings f on f.id = s.offering_id
        where s.pool_id = b.pool_id order by s.ends_at <= b.created_at, s.status <> 'planned', s.starts_at limit 1
      ) d on true
      where b.order_id = ordered.id and b.state in ('seated', 'cancelled'))
    else jsonb_build_array(jsonb_build_object('title', (
        select coalesce(nullif(t.translations #>> array[ordered.language, 'name'], ''), t.name)
        from public.passes p join public.pass_types t on t.id = p.type_id where p.order_id = ordered.id limit 1),
      'kind', ordered.kind, 'cents', ordered.total_cents))
  end
$$;

-- A voucher can be used for whatever the studio sells: its tax belongs to what it pays for later.
create function private.receipt_content(ordered public.orders, moved_cents integer, method text, moved_at timestamptz, about jsonb)
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select about || jsonb_build_object(
    'order_number', ordered.number, 'order_kind', ordered.kind, 'currency', ordered.currency, 'zone', s.zone,
    'amount_cents', moved_cents, 'method', method, 'at', moved_at,
    'seller', jsonb_build_object('name', s.name, 'legal_name', b.legal_name, 'address', coalesce(nullif(b.address, ''), s.address),
      'tax_number', b.tax_number, 'register', b.register, 'email', s.email),
    'buyer', jsonb_build_object('name', ordered.buyer_name, 'address', ordered.buyer_address, 'tax_number', ordered.buyer_tax_number),
    'lines', private.receipt_lines(ordered),
    'total_cents', ordered.total_cents, 'paid_cents', ordered.paid_cents,
    'tax', case when b.vat_status = 'charged' and ordered.kind <> 'voucher' then jsonb_build_object('name', b.tax_name,
      'percent', b.tax_percent, 'cents', round(moved_cents * b.tax_percent / (100 + b.tax_percent))) end,
    'note', case when b.vat_status = 'exempt' then b.tax_note else '' end)
  from public.studio s, public.business b
$$;

create function private.payment_content(payment public.payments) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.receipt_content(private.order_for_receipt(payment.order_id), payment.amount_cents, payment.method,
    payment.received_at, '{"kind": "payment"}')
$$;

create function private.refund_content(refund public.refunds) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.receipt_content(private.order_for_receipt(refund.order_id), refund.amount_cents, refund.method,
    coalesce(refund.done_at, refund.created_at),
    jsonb_build_object('kind', 'refund', 'refund_of', (select coalesce(jsonb_agg(private.receipt_number(r.number) order by r.number), '[]')
      from public.receipts r where r.order_id = refund.order_id and r.payment_id is not null)))
$$;

-- At the end of the transaction, so that a receipt says what the order has become, and so that its number is the last
-- lock that anyone takes: payments wait for each other only while they are written down.
create function private.issue_receipt() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  payment public.payments;
  refund public.refunds;
  next integer;
begin
  if private.is_sample_order(new.order_id) or exists (select from public.receipts r where r.id = new.id) then
    return null;
  end if;
  if tg_table_name = 'payments' then
    select * into payment from public.payments p where p.id = new.id;
  else
    select * into refund from public.refunds f where f.id = new.id and f.state = 'done';
  end if;
  if coalesce(payment.id, refund.id) is null then
    return null;
  end if;
  update private.receipt_numbers n set last = n.last + 1 returning n.last into next;
  insert into public.receipts (id, payment_id, refund_id, order_id, number, language, content)
  values (new.id, payment.id, refund.id, new.order_id, next, (private.order_for_receipt(new.order_id)).language,
    case when payment.id is not null then private.payment_content(payment) else private.refund_content(refund) end);
  return null;
end
$$;

-- What was paid and refunded before an order got receipts, and in the sample studio, has none: it is shown without a number.
create function public.list_receipts(order_token text default null, order_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid := private.open_order(list_receipts.order_token, list_receipts.order_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'number', private.receipt_number(r.number),
      'is_sample', private.is_sample_order(opened), 'language', coalesce(r.language, (private.order_for_receipt(opened)).language),
      'issued_at', coalesce(r.issued_at, m.at), 'content', coalesce(r.content, m.content), 'failed', m.failed)
      order by m.at, m.id), '[]')
    from (
      select p.id, p.received_at as at, private.payment_content(p) as content, false as failed
      from public.payments p where p.order_id = opened
      union all
      select f.id, coalesce(f.done_at, f.created_at), private.refund_content(f), f.state = 'failed'
      from public.refunds f where f.order_id = opened
        and (f.state = 'done' or exists (select from public.receipts r where r.id = f.id))
    ) m
    left join public.receipts r on r.id = m.id
  );
end
$$;
comment on function public.list_receipts is 'The receipts of an order that a secret link or the caller''s account opens.';

-- ---------- triggers ----------
create trigger append_only before update or delete on public.receipts for each row execute function private.prevent_changes();
create constraint trigger receipt_issued after insert on public.payments deferrable initially deferred for each row
  when (coalesce(current_setting('onda.seeding', true), '') <> 'on') execute function private.issue_receipt();
create constraint trigger receipt_issued after insert or update of state on public.refunds deferrable initially deferred for each row
  when (new.state = 'done' and coalesce(current_setting('onda.seeding', true), '') <> 'on') execute function private.issue_receipt();
create trigger content_changed after insert or update or delete on public.business for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete on public.policy_confirmations
  for each statement execute function private.notify_content();
create trigger audited after update on public.business for each row execute function private.audit_row('settings', 'legal_name');
create trigger audited after insert or update on public.policy_confirmations
  for each row execute function private.audit_row('settings', 'slug');

-- ---------- rights ----------
revoke all on public.business, public.policy_confirmations, public.receipts from anon, authenticated;
revoke all on private.receipt_numbers from public, anon, authenticated, service_role;
grant select on public.business to anon, authenticated;
grant update (legal_name, address, tax_number, register, vat_status, tax_name, tax_percent, tax_note, asks_buyer_details)
  on public.business to authenticated;
grant select on public.receipts to authenticated;
grant all on public.business to service_role;
-- The program, too, only reads what was confirmed and issued.
revoke all on public.policy_confirmations, public.receipts from service_role;
grant select on public.policy_confirmations, public.receipts to service_role;
revoke all on function public.list_policies, public.confirm_policy, public.list_receipts from public, anon, authenticated;
grant execute on function public.list_policies, public.list_receipts to anon, authenticated, service_role;
grant execute on function public.confirm_policy to authenticated, service_role;
