-- The studio's money in one list, with passes and vouchers sold or given at the studio.

-- What an order was for: the names of its classes or of its pass; nothing for a voucher.
create function private.order_classes(wanted uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select string_agg(distinct f.title, ', ') from public.bookings b join public.sessions s on s.pool_id = b.pool_id
      join public.offerings f on f.id = s.offering_id where b.order_id = wanted),
    (select string_agg(distinct t.name, ', ') from public.passes p join public.pass_types t on t.id = p.type_id
      where p.order_id = wanted))
$$;

create function public.list_ledger(query text default '', only_method text default null, from_day date default null, to_day date default null,
  before_at timestamptz default null, before_id uuid default null, after_at timestamptz default null, after_id uuid default null,
  max_rows integer default 40)
returns table (id uuid, kind text, at timestamptz, amount_cents integer, currency text, method text, state text, cause text, reason text,
  order_id uuid, number text, buyer_name text, recorded_name text, reference text, receipt_number text, class text, order_kind text,
  tax_cents integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  zone text := (select s.zone from public.studio s);
  wanted text := 'true';
  turned text := private.page_condition('m.at', 'm.id', before_at is not null, after_at is not null) || ' limit $6';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    wanted := wanted || format(' and (m.order_id in (%s) or lower(m.reference) like all ($1))', private.orders_condition(patterns));
  end if;
  if only_method is not null then
    wanted := wanted || ' and m.method = $7';
  end if;
  if from_day is not null then
    wanted := wanted || ' and m.at >= $8';
  end if;
  if to_day is not null then
    wanted := wanted || ' and m.at < $9';
  end if;
  return query execute format($q$
    with moved as (
      (select m.* from (
        select p.id, 'in' as kind, p.received_at as at, p.amount_cents, p.currency, p.method, 'done' as state, '' as cause, '' as reason, p.order_id,
          p.recorded_by, p.provider_ref as reference from public.payments p
      ) m where %1$s%2$s)
      union all
      (select m.* from (
        select r.id, 'out' as kind, coalesce(r.done_at, r.created_at) as at, -r.amount_cents as amount_cents, r.currency,
          case r.method when 'studio' then 'cash' else r.method end as method, r.state, r.cause, r.reason, r.order_id, r.recorded_by, r.provider_ref as reference
        from public.refunds r
      ) m where %1$s%2$s)
    ), page as (select * from moved m where true%2$s)
    select m.id, m.kind, m.at, m.amount_cents, m.currency, m.method, m.state, m.cause, m.reason, m.order_id, o.number, o.buyer_name, f.name, m.reference,
      private.receipt_number(t.number), private.order_classes(o.id), o.kind, (t.content #>> '{tax,cents}')::integer
    from page m join public.orders o on o.id = m.order_id left join public.profiles f on f.user_id = m.recorded_by
    left join public.receipts t on t.id = m.id
    order by m.at desc, m.id desc$q$, wanted, turned)
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(max_rows, 40), 1), 1000), only_method,
    timezone(zone, from_day::timestamp), timezone(zone, (to_day + 1)::timestamp);
end
$$;
comment on function public.list_ledger is 'A page of payments and refunds, newest first.';

create function public.sum_ledger(from_day date default null, to_day date default null)
returns table (currency text, method text, in_cents bigint, out_cents bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  zone text := (select s.zone from public.studio s);
  begins timestamptz := timezone(zone, coalesce(from_day, date '2000-01-01')::timestamp);
  ends timestamptz := timezone(zone, (coalesce(to_day, date '2200-01-01') + 1)::timestamp);
begin
  perform private.require_staff();
  return query
    select m.currency, m.method, sum(m.came)::bigint, sum(m.went)::bigint from (
      select p.currency, p.method, p.amount_cents as came, 0 as went from public.payments p where p.received_at >= begins and p.received_at < ends
      union all
      select r.currency, case r.method when 'studio' then 'cash' else r.method end, 0, r.amount_cents from public.refunds r
      where r.state = 'done' and r.done_at >= begins and r.done_at < ends
    ) m group by m.currency, m.method order by m.currency, m.method;
end
$$;
comment on function public.sum_ledger is 'Money received and refunded within a span of days, by method and currency, as the report on income counts it.';

create function public.save_pass_type(id text, name text, entries integer, price_cents integer, valid_days integer, is_sold boolean,
  translations jsonb default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  perform private.require_staff();
  if coalesce(id, '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.fail(422, 'bad_id', 'Use lower-case letters, digits and hyphens.', '{"field":"id"}');
  elsif length(btrim(coalesce(name, ''))) not between 1 and 80 then
    perform private.fail(422, 'name_missing', 'Enter a name for the pass.', '{"field":"name","message_name":"pass_name_missing"}');
  elsif coalesce(entries, 0) not between 1 and 200 then
    perform private.fail(422, 'bad_entries', 'Enter between 1 and 200 entries.', '{"field":"entries"}');
  elsif coalesce(price_cents, -1) not between 0 and 10000000 then
    perform private.fail(422, 'bad_amount', 'Enter a price such as 120.', '{"field":"price","message_name":"pass_price"}');
  elsif coalesce(valid_days, 0) not between 1 and 3650 then
    perform private.fail(422, 'bad_days', 'Enter between 1 and 3,650 days.', '{"field":"valid_days","message_name":"pass_valid_days"}');
  end if;
  insert into public.pass_types as t (id, name, entries, price_cents, currency, valid_days, is_sold, translations)
  values (id, btrim(name), entries, price_cents, (select s.currency from public.studio s), valid_days, coalesce(is_sold, true),
    coalesce(translations, '{}'))
  on conflict on constraint pass_types_pkey do update set name = excluded.name, entries = excluded.entries, price_cents = excluded.price_cents,
    valid_days = excluded.valid_days, is_sold = excluded.is_sold,
    translations = coalesce(save_pass_type.translations, t.translations);
  perform private.add_timeline_entry('changed a pass', details => jsonb_build_object('pass_type', id));
end
$$;
comment on function public.save_pass_type is 'Creates or changes a type of pass.';

create function public.list_passes(query text default '', before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, max_rows integer default 40)
returns table (id uuid, code text, type_name text, email text, buyer_name text, order_id uuid, entries integer, left_entries integer,
  valid_until timestamptz, is_active boolean, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text := 'true';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    wanted := format($c$(lower(p.code || ' ' || p.email) like all ($1) or p.order_id in (%s))$c$, private.orders_condition(patterns));
  end if;
  return query execute format($q$
    select p.id, p.code, t.name, private.real_email(p.email), o.buyer_name, p.order_id, t.entries, private.pass_balance(p.id), p.valid_until, p.is_active, p.created_at
    from (select p.* from public.passes p where %s%s limit $6) p
    join public.pass_types t on t.id = p.type_id left join public.orders o on o.id = p.order_id
    order by p.created_at desc, p.id desc$q$, wanted, private.page_condition('p.created_at', 'p.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(max_rows, 40), 1), 200);
end
$$;
comment on function public.list_passes is 'A page of passes, newest first.';

create function public.list_vouchers(query text default '', before_at timestamptz default null, before_id uuid default null,
  after_at timestamptz default null, after_id uuid default null, max_rows integer default 40)
returns table (id uuid, code text, email text, buyer_name text, order_id uuid, currency text, issued_cents integer, left_cents integer,
  is_active boolean, cause text, reason text, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text := 'true';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    -- Bought by an order, or credited for one of its places.
    wanted := format($c$(lower(v.code || ' ' || v.email) like all ($1) or v.order_id in (%1$s)
      or v.booking_id in (select c.id from public.bookings c where c.order_id in (%1$s)))$c$, private.orders_condition(patterns));
  end if;
  return query execute format($q$
    select v.id, v.code, private.real_email(v.email), o.buyer_name, coalesce(v.order_id, b.order_id), v.currency,
      (select coalesce(sum(e.delta_cents), 0)::integer from public.voucher_entries e where e.voucher_id = v.id and e.delta_cents > 0),
      private.voucher_balance(v.id), v.is_active, first.cause, first.reason, v.created_at
    from (select v.* from public.vouchers v where %s%s limit $6) v
    left join lateral (
      select e.cause, e.reason from public.voucher_entries e where e.voucher_id = v.id order by e.id limit 1
    ) first on true
    left join public.bookings b on b.id = v.booking_id left join public.orders o on o.id = coalesce(v.order_id, b.order_id)
    order by v.created_at desc, v.id desc$q$, wanted, private.page_condition('v.created_at', 'v.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(max_rows, 40), 1), 200);
end
$$;
comment on function public.list_vouchers is 'A page of vouchers, newest first.';

create function public.sell_at_studio(kind text, buyer jsonb, pass_type text default null, amount_cents integer default null,
  paid_by text default null, gift_reason text default null, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  type public.pass_types;
  worth integer := amount_cents;
  money text := (select s.currency from public.studio s);
  address text := private.text_of(coalesce(buyer, '{}'), 'email', 254);
  is_gift boolean := btrim(coalesce(gift_reason, '')) <> '';
  known jsonb;
  made uuid;
begin
  perform private.require_staff();
  known := private.find_answer('staff sale', idempotency_key);
  if known is not null then
    return public.get_order((known ->> 'order_id')::uuid);
  end if;
  if private.text_of(buyer, 'name', 120) = '' then
    perform private.fail(422, 'name_missing', 'Enter the name of the person it is for.',
      '{"field":"name","message_name":"recipient_name_missing"}');
  elsif is_gift and length(btrim(gift_reason)) not between 3 and 300 then
    perform private.fail(422, 'reason_missing', 'Give a reason for the gift.',
      '{"field":"gift_reason","message_name":"gift_reason_missing"}');
  elsif paid_by is not null and paid_by not in ('cash', 'card_at_studio', 'transfer') then
    perform private.fail(422, 'bad_method', 'Choose cash, transfer or card at the studio.',
      '{"field":"paid_by","message_name":"choose_paid_by"}');
  end if;
  address := case when address = '' then 'nobody@invalid' else private.check_email(address) end;
  if kind = 'pass' then
    select * into type from public.pass_types t where t.id = pass_type;
    if type.id is null then
      perform private.fail(404, 'no_pass_type', 'Pass not found.', '{"field":"pass_type"}');
    end if;
    worth := type.price_cents;
    money := type.currency;
  elsif kind is distinct from 'voucher' or coalesce(amount_cents, 0) not between 100 and 1000000 then
    perform private.fail(422, 'bad_amount', 'Enter an amount between 1 and 10,000.', '{"field":"amount","message_name":"code_amount"}');
  end if;
  insert into public.orders (number, kind, state, buyer_name, buyer_email, buyer_phone, language, method, currency, total_cents,
    confirmed_at)
  values (private.new_number(), kind, 'confirmed', private.text_of(buyer, 'name', 120), address, private.text_of(buyer, 'phone', 40),
    private.address_language(address), case when is_gift then 'none' else 'studio' end, money, case when is_gift then 0 else worth end, now()) returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  if kind = 'pass' then
    with issued as (
      insert into public.passes (code, type_id, order_id, email, entry_value_cents, valid_until)
      values ('P' || private.new_number(11), type.id, made, address, type.price_cents / type.entries, now() + make_interval(days => type.valid_days))
      returning id
    )
    insert into public.pass_entries (pass_id, delta, cause) select i.id, type.entries, case when is_gift then 'given' else 'bought' end from issued i;
  else
    with issued as (
      insert into public.vouchers (code, currency, order_id, email, is_active) values ('V' || private.new_number(11), money, made, address, false)
      returning id
    )
    insert into public.voucher_entries (voucher_id, delta_cents, order_id, cause, reason)
    select i.id, worth, made, case when is_gift then 'given' else 'bought' end, case when is_gift then btrim(gift_reason) else '' end
    from issued i;
  end if;
  perform private.add_timeline_entry(case when is_gift then 'given' else 'bought' end, order_id => made,
    details => jsonb_strip_nulls(jsonb_build_object('kind', kind, 'reason', nullif(btrim(gift_reason), ''))));
  perform private.save_answer('staff sale', idempotency_key, jsonb_build_object('order_id', made));
  if is_gift or worth = 0 then
    perform private.activate_bought(made);
  elsif paid_by is not null then
    perform public.record_payment(made, worth, paid_by);
  end if;
  return public.get_order(made);
end
$$;
comment on function public.sell_at_studio is
  'Sells or gives a pass or voucher at the studio; it works once it is paid, and a gift needs a reason.';

create function public.set_code_active(kind text, id uuid, active boolean, reason text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  about uuid;
begin
  perform private.require_staff();
  if length(btrim(coalesce(reason, ''))) not between 3 and 300 then
    perform private.fail(422, 'reason_missing', 'Give a reason.', '{"field":"reason"}');
  end if;
  if kind = 'pass' then
    update public.passes p set is_active = active where p.id = id returning p.order_id into about;
  elsif kind = 'voucher' then
    update public.vouchers v set is_active = active where v.id = id
    returning coalesce(v.order_id, (select b.order_id from public.bookings b where b.id = v.booking_id)) into about;
  end if;
  if not found or kind not in ('pass', 'voucher') then
    perform private.fail(404, 'no_code', 'Code not found.');
  end if;
  perform private.add_timeline_entry(case when active then 'set a code free' else 'stopped a code' end, order_id => about,
    details => jsonb_build_object('kind', kind, 'id', id, 'reason', btrim(reason)));
end
$$;
comment on function public.set_code_active is
  'Disables or enables the code of a pass or voucher, with a reason; its entries stay.';

-- ---------- rights ----------
revoke all on function public.list_ledger, public.sum_ledger, public.save_pass_type, public.list_passes,
  public.list_vouchers, public.sell_at_studio, public.set_code_active from public, anon, authenticated;
grant execute on function public.list_ledger, public.sum_ledger, public.save_pass_type, public.list_passes,
  public.list_vouchers, public.sell_at_studio, public.set_code_active to authenticated, service_role;
