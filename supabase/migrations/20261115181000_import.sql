-- Import: rows of a table that somebody brings (people, bookings, tracks' words), tried first, then taken whole or not at
-- all. A dry run is the real run, undone at its end: its report is what would happen. Importing again doubles nothing.

-- How the studio reaches a household that has no login.
alter table public.households
  add column if not exists email text check (length(email) between 3 and 254),
  add column if not exists phone text check (length(phone) <= 40);
create index if not exists households_email on public.households (lower(email));
create index if not exists households_name on public.households (lower(name));

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('people', 'bookings', 'tracks')),
  file_name text not null default '' check (length(file_name) <= 200),
  state text not null default 'filling' check (state in ('filling', 'checked', 'done')),
  row_count integer not null default 0,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  matched_count integer not null default 0,
  refused_count integer not null default 0,
  made_by uuid references auth.users (id) on delete set null,
  made_at timestamptz not null default now(),
  done_at timestamptz
);
create index imports_newest on public.imports (made_at desc);
create index imports_made_by on public.imports (made_by);
create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  line integer not null check (line > 0),
  data jsonb not null check (jsonb_typeof(data) = 'object' and length(data::text) <= 8000),
  outcome text check (outcome in ('created', 'changed', 'matched', 'refused')),
  words text not null default '',
  primary key (import_id, line)
);
create index import_rows_outcome on public.import_rows (import_id, outcome, line);
alter table public.imports enable row level security;
alter table public.import_rows enable row level security;
revoke all on public.imports, public.import_rows from anon, authenticated;
grant select on public.imports, public.import_rows to authenticated;
grant all on public.imports, public.import_rows to service_role;
create policy "owners read imports" on public.imports for select to authenticated using ((select public.has_role('owner')));
create policy "owners read rows of imports" on public.import_rows for select to authenticated
  using ((select public.has_role('owner')));

create function private.require_owner() returns void language plpgsql stable set search_path = '' as $$
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only the owner may do this.' using errcode = '42501', hint = 'owner_only';
  end if;
end
$$;

create function public.begin_import(kind text, file_name text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_owner();
  if kind is null or kind not in ('people', 'bookings', 'tracks') then
    perform private.fail(422, 'bad_kind', 'People, bookings or tracks can be imported.');
  end if;
  -- Rows are people's data: what was brought is kept for a month, so that a report can be read again, and no longer.
  delete from public.imports i where i.made_at < now() - interval '30 days' or (i.state = 'filling' and i.made_at < now() - interval '1 day');
  insert into public.imports (kind, file_name, made_by) values (begin_import.kind, left(coalesce(file_name, ''), 200), auth.uid())
  returning id into made;
  return made;
end
$$;

-- [{"line": 2, "data": {"name": "..."}}, ...], at most 1000 at once and 10,000 in all.
create function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  filled public.imports;
  total integer;
begin
  perform private.require_owner();
  select * into filled from public.imports where id = import for update;
  if filled.id is null or filled.state = 'done' then
    perform private.fail(404, 'no_import', 'There is no such import to fill.');
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    perform private.fail(422, 'bad_rows', 'Rows come as a list of at most 1000.');
  end if;
  insert into public.import_rows (import_id, line, data)
  select import, r.line, r.data from jsonb_to_recordset(rows) as r (line integer, data jsonb)
  on conflict (import_id, line) do update set data = excluded.data, outcome = null, words = '';
  select count(*) into total from public.import_rows where import_id = import;
  if total > 10000 then
    perform private.fail(422, 'too_many_rows', 'One import takes 10,000 rows. Split the file.');
  end if;
  update public.imports set row_count = total, state = 'filling' where id = import;
  return total;
end
$$;

-- ---------- what a row says ----------
create function private.import_date(data jsonb, field text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  given text := private.text_of(data, field, 40);
  parts text[];
begin
  if given = '' then
    return null;
  end if;
  parts := regexp_match(given, '^(\d{4})-(\d{1,2})-(\d{1,2})$');
  if parts is null then
    parts := regexp_match(given, '^(\d{1,2})\.(\d{1,2})\.(\d{4})$');
    parts := array[parts[3], parts[2], parts[1]];
  end if;
  begin
    if parts[1] is null then
      raise invalid_datetime_format;
    end if;
    return make_date(parts[1]::integer, parts[2]::integer, parts[3]::integer);
  exception when others then
    perform private.fail(422, 'bad_date', format('"%s" is no date: write it as 2026-01-31.', given));
  end;
end
$$;

create function private.import_cents(data jsonb, field text) returns integer
language plpgsql immutable set search_path = '' as $$
declare
  given text := private.text_of(data, field, 40);
  plain text := regexp_replace(given, '[^0-9.,-]', '', 'g');
begin
  if given = '' then
    return null;
  end if;
  -- The last of point and comma parts the cents, when two digits or one follow it.
  plain := case when plain ~ '[.,]\d{1,2}$' then regexp_replace(regexp_replace(plain, '[.,](?=.*[.,])', '', 'g'), ',', '.')
    else regexp_replace(plain, '[.,]', '', 'g') end;
  if plain !~ '^\d{1,6}(\.\d{1,2})?$' then
    perform private.fail(422, 'bad_price', format('"%s" is no price.', given));
  end if;
  return round(plain::numeric * 100);
end
$$;

create function private.import_email(data jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given text := lower(private.text_of(data, 'email', 254));
begin
  if given <> '' and given !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' then
    perform private.fail(422, 'bad_email', format('"%s" is no email address.', given));
  end if;
  return given;
end
$$;

-- The household that an address or a name stands for; null when there is none yet.
create function private.import_household(email text, called text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid[];
begin
  if email <> '' then
    select array_agg(distinct home) into found from (
      select g.household_id as home from public.guardians g join auth.users u on u.id = g.user_id
      where lower(u.email) = import_household.email and u.email_confirmed_at is not null
      union select h.id from public.households h where lower(h.email) = import_household.email
    ) homes;
  elsif called <> '' then
    select array_agg(h.id) into found from public.households h where lower(h.name) = lower(called) and not h.is_demo;
  end if;
  if cardinality(found) > 1 then
    perform private.fail(409, 'two_households', format('%s households answer to "%s": give the email.', cardinality(found),
      coalesce(nullif(called, ''), email)));
  end if;
  return found[1];
end
$$;

create function private.import_person(data jsonb, out outcome text, out words text)
language plpgsql security definer set search_path = '' as $$
declare
  called text := private.text_of(data, 'name', 120);
  family text := private.text_of(data, 'household', 120);
  mail text := private.import_email(data);
  tel text := private.text_of(data, 'phone', 40);
  birth date := private.import_date(data, 'born_on');
  remark text := private.text_of(data, 'note', 1000);
  home uuid;
  known public.participants;
begin
  if called = '' then
    perform private.fail(422, 'name_missing', 'The name is missing.');
  end if;
  if birth > current_date or birth < date '1900-01-02' then
    perform private.fail(422, 'bad_date', format('%s is no birthday.', birth));
  end if;
  home := private.import_household(mail, coalesce(nullif(family, ''), called));
  if home is null then
    insert into public.households (name, email, phone)
    values (coalesce(nullif(family, ''), called), nullif(mail, ''), nullif(tel, '')) returning id into home;
  else
    update public.households h set phone = tel where h.id = home and coalesce(h.phone, '') = '' and tel <> '';
    select p.* into known from public.participants p
    where p.household_id = home and lower(p.name) = lower(called) and (p.born_on is null or birth is null or p.born_on = birth)
    order by p.born_on is null, p.created_at limit 1;
  end if;
  if known.id is null then
    if (select count(*) from public.participants p where p.household_id = home) >= 30 then
      perform private.fail(422, 'family_full', 'A household holds 30 people at most.');
    end if;
    insert into public.participants (household_id, name, born_on, note) values (home, called, birth, remark);
    outcome := 'created';
    words := 'New in ' || (select h.name from public.households h where h.id = home) || '.';
    return;
  end if;
  -- What the studio knows already counts more than what a file says: only gaps are filled.
  update public.participants p set born_on = coalesce(p.born_on, birth), note = case when p.note = '' then remark else p.note end
  where p.id = known.id and ((p.born_on is null and birth is not null) or (p.note = '' and remark <> ''));
  outcome := case when found then 'changed' else 'matched' end;
  words := case when found then 'Known already; what was missing is filled in.' else 'Known already.' end;
end
$$;

create function private.import_booking(data jsonb, out outcome text, out words text)
language plpgsql security definer set search_path = '' as $$
declare
  called text := private.text_of(data, 'name', 120);
  class text := private.text_of(data, 'class', 200);
  mail text := private.import_email(data);
  day date := private.import_date(data, 'date');
  hour text := private.text_of(data, 'time', 8);
  birth date := private.import_date(data, 'born_on');
  asked integer := private.import_cents(data, 'price');
  paid text := lower(private.text_of(data, 'paid', 20));
  planned record;
  pool public.pools;
  choices integer;
  price integer;
  settled integer;
  dates integer;
  made uuid;
begin
  if called = '' then
    perform private.fail(422, 'name_missing', 'The name is missing.');
  elsif mail = '' then
    perform private.fail(422, 'bad_email', 'The email is missing: without it the booking would belong to nobody.');
  elsif class = '' or day is null then
    perform private.fail(422, 'no_session', 'The class and its date are needed.');
  elsif hour <> '' and hour !~ '^([01]?\d|2[0-3]):[0-5]\d(:\d\d)?$' then
    perform private.fail(422, 'bad_time', format('"%s" is no time of day.', hour));
  end if;
  select count(*) into choices from public.sessions s join public.offerings o on o.id = s.offering_id
  where (lower(o.slug) = lower(class) or lower(o.title) = lower(class)) and s.local_date = day and s.status = 'planned'
    and (hour = '' or s.local_time = hour::time);
  if choices = 0 then
    perform private.fail(404, 'no_session', format('There is no "%s" on %s%s.', class, day, case when hour = '' then '' else ' at ' || hour end));
  elsif choices > 1 then
    perform private.fail(409, 'two_sessions', format('There are %s of "%s" on %s: give the time.', choices, class, day));
  end if;
  select s.id, s.pool_id, o.kind, o.price_cents, o.currency, o.policy_id into planned
  from public.sessions s join public.offerings o on o.id = s.offering_id
  where (lower(o.slug) = lower(class) or lower(o.title) = lower(class)) and s.local_date = day and s.status = 'planned'
    and (hour = '' or s.local_time = hour::time);
  pool := private.lock_pool(planned.pool_id);
  if exists (
    select from public.bookings b join public.orders d on d.id = b.order_id
    where b.pool_id = planned.pool_id and b.state = 'seated' and lower(b.name) = lower(called) and lower(d.buyer_email) = mail
  ) then
    outcome := 'matched';
    words := 'Booked already.';
    return;
  end if;
  if not private.has_room(pool, 1) then
    perform private.fail(409, 'full', case when pool.waiting > 0 then 'People are waiting for this date: a place goes to them first.'
      else 'No place is left on this date.' end);
  end if;
  dates := case when planned.kind = 'course' then greatest(1, (select count(*)::integer from public.sessions s
    where s.pool_id = planned.pool_id and s.status = 'planned')) else 1 end;
  price := coalesce(asked, planned.price_cents * private.dates_to_come(planned.pool_id, planned.kind));
  settled := case when paid in ('', 'no', 'n', 'false', '0', 'nein', 'não', 'nao') then 0
    when paid in ('yes', 'y', 'true', 'x', 'ja', 'sim', 'paid') then price else private.import_cents(data, 'paid') end;
  if settled > price then
    perform private.fail(422, 'overpaid', 'More is paid than the place costs.');
  end if;
  insert into public.orders (number, state, user_id, buyer_name, buyer_email, buyer_phone, method, currency, total_cents, confirmed_at)
  values (private.new_number(), 'confirmed',
    (select u.id from auth.users u where lower(u.email) = mail and u.email_confirmed_at is not null limit 1),
    coalesce(nullif(private.text_of(data, 'buyer', 120), ''), called), mail, private.text_of(data, 'phone', 40),
    case when price = 0 then 'none' else 'desk' end, planned.currency, price, now())
  returning id into made;
  insert into private.order_links (order_id, token) values (made, private.new_token());
  insert into public.bookings (order_id, pool_id, participant_id, name, born_on, note, state, price_cents, currency, policy, dates)
  select made, planned.pool_id, (
      select p.id from public.participants p join public.households h on h.id = p.household_id
      left join public.guardians g on g.household_id = h.id left join auth.users u on u.id = g.user_id
      where lower(p.name) = lower(called) and (lower(h.email) = mail or lower(u.email) = mail) limit 1
    ), called, birth, private.text_of(data, 'note', 1000), 'seated', price, planned.currency, to_jsonb(c), dates
  from public.cancellation_policies c where c.id = planned.policy_id;
  if settled > 0 then
    insert into public.payments (order_id, amount_cents, currency, method, recorded_by)
    values (made, settled, planned.currency, 'cash', auth.uid());
  end if;
  -- Nobody is written to about what they booked elsewhere long ago; they are reminded like everybody else.
  perform private.add_job('mail.reminder', jsonb_build_object('order_id', made, 'session_id', s.id), s.starts_at - interval '24 hours',
    format('reminder %s %s %s', made, s.id, s.starts_at))
  from public.sessions s where s.pool_id = planned.pool_id and s.status = 'planned' and s.starts_at > now() + interval '26 hours';
  perform private.note('imported', order_id => made, session_id => planned.id);
  outcome := 'created';
  words := case when price = 0 then 'A place, free.' when settled >= price then 'A place, paid.' when settled > 0 then 'A place, partly paid.'
    else 'A place, to be paid.' end;
end
$$;

create function private.import_track(data jsonb, out outcome text, out words text)
language plpgsql security definer set search_path = '' as $$
declare
  given_file text := private.text_of(data, 'file', 300);
  code text := upper(replace(private.text_of(data, 'isrc', 20), '-', ''));
  called text := private.text_of(data, 'title', 300);
  by_whom text := private.text_of(data, 'artist', 300);
  year_text text := private.text_of(data, 'year', 10);
  known public.radio_tracks;
  matches integer;
begin
  if given_file = '' and code = '' and called = '' then
    perform private.fail(422, 'nothing_to_find', 'A file name, an ISRC or a title is needed to find the track.');
  elsif year_text <> '' and year_text !~ '^[12]\d{3}$' then
    perform private.fail(422, 'bad_year', format('"%s" is no year.', year_text));
  end if;
  select count(*), (array_agg(t.id order by t.added_at))[1] into matches, known.id from public.radio_tracks t
  where case when given_file <> '' then lower(t.source_name) = lower(given_file) or t.file = given_file
    when code <> '' and exists (select from public.radio_tracks x where upper(replace(x.isrc, '-', '')) = code)
      then upper(replace(t.isrc, '-', '')) = code
    else lower(t.title) = lower(called) and (by_whom = '' or lower(t.artist) = lower(by_whom)) end;
  if matches = 0 then
    perform private.fail(404, 'no_track', 'No such track is in the library: upload its sound first.');
  elsif matches > 1 then
    perform private.fail(409, 'two_tracks', format('%s tracks answer to this: give the file name.', matches));
  end if;
  update public.radio_tracks t set
    title = coalesce(nullif(called, ''), t.title), artist = coalesce(nullif(by_whom, ''), t.artist),
    album = coalesce(nullif(private.text_of(data, 'album', 300), ''), t.album),
    genre = coalesce(nullif(private.text_of(data, 'genre', 120), ''), t.genre),
    year = coalesce(nullif(year_text, '')::smallint, t.year), isrc = coalesce(nullif(code, ''), t.isrc)
  where t.id = known.id and (t.title, t.artist, t.album, t.genre, t.year, t.isrc) is distinct from (
    coalesce(nullif(called, ''), t.title), coalesce(nullif(by_whom, ''), t.artist),
    coalesce(nullif(private.text_of(data, 'album', 300), ''), t.album),
    coalesce(nullif(private.text_of(data, 'genre', 120), ''), t.genre),
    coalesce(nullif(year_text, '')::smallint, t.year), coalesce(nullif(code, ''), t.isrc));
  outcome := case when found then 'changed' else 'matched' end;
  words := case when found then 'Its words are changed.' else 'It says so already.' end;
end
$$;

-- ---------- the run ----------
-- How far it is: a sequence, because others see its number while the transaction is still under way. One import at a time.
create sequence private.import_progress minvalue 0 start 0;

create function public.import_progress() returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_owner();
  return (select last_value from private.import_progress);
end
$$;

create function public.run_import(import uuid, keep boolean) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '300s' as $$
declare
  taken public.imports;
  one record;
  done record;
  lines integer[] := '{}';
  outcomes text[] := '{}';
  reasons text[] := '{}';
  refused integer := 0;
  n integer := 0;
begin
  perform private.require_owner();
  if not pg_try_advisory_xact_lock(hashtextextended('onda import', 0)) then
    perform private.fail(409, 'busy', 'Another import is under way. Try again when it is done.');
  end if;
  select * into taken from public.imports where id = import for update;
  if taken.id is null then
    perform private.fail(404, 'no_import', 'There is no such import.');
  elsif taken.state = 'done' then
    perform private.fail(409, 'done', 'This import is done already.');
  elsif taken.row_count = 0 then
    perform private.fail(422, 'empty', 'There is no row in it.');
  end if;
  perform setval('private.import_progress', 0);
  begin
    for one in select r.line, r.data from public.import_rows r where r.import_id = import order by r.line loop
      n := n + 1;
      lines[n] := one.line;
      begin
        case taken.kind
          when 'people' then select * into done from private.import_person(one.data);
          when 'bookings' then select * into done from private.import_booking(one.data);
          else select * into done from private.import_track(one.data);
        end case;
        outcomes[n] := done.outcome;
        reasons[n] := done.words;
      exception
        when query_canceled or assert_failure then
          raise;
        when others then
          outcomes[n] := 'refused';
          reasons[n] := case when sqlstate like 'PT%' then sqlerrm else 'It does not fit: ' || sqlerrm end;
          refused := refused + 1;
      end;
      if n % 20 = 0 then
        perform setval('private.import_progress', n);
      end if;
    end loop;
    if refused > 0 or not coalesce(keep, false) then
      -- Undoes every row above; what is known of them stays in the variables.
      raise exception 'undone' using errcode = 'ZZ001';
    end if;
  exception when sqlstate 'ZZ001' then
    null;
  end;
  perform setval('private.import_progress', n);
  update public.import_rows r set outcome = o.outcome, words = left(o.words, 500)
  from unnest(lines, outcomes, reasons) as o (line, outcome, words) where r.import_id = import and r.line = o.line;
  update public.imports i set state = case when refused = 0 and keep then 'done' else 'checked' end,
    done_at = case when refused = 0 and keep then now() end,
    created_count = cardinality(array_positions(outcomes, 'created')), changed_count = cardinality(array_positions(outcomes, 'changed')),
    matched_count = cardinality(array_positions(outcomes, 'matched')), refused_count = refused
  where i.id = import returning * into taken;
  if taken.state = 'done' then
    perform private.audit('import', 'imported ' || taken.kind, taken.file_name, jsonb_build_object('rows', taken.row_count,
      'created', taken.created_count, 'changed', taken.changed_count, 'matched', taken.matched_count));
  end if;
  return to_jsonb(taken);
end
$$;

revoke all on function public.begin_import(text, text), public.add_import_rows(uuid, jsonb), public.run_import(uuid, boolean),
  public.import_progress() from public, anon;
grant execute on function public.begin_import(text, text), public.add_import_rows(uuid, jsonb), public.run_import(uuid, boolean),
  public.import_progress() to authenticated, service_role;
