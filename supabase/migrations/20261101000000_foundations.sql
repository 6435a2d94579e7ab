-- What every other file uses: extensions, the schema private, errors, checks of what was typed, search by substring.
create extension if not exists btree_gist;
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- For functions and tables that no request reaches by itself.
create schema if not exists private;
revoke all on schema private from public;

-- 120 bits that nobody guesses, fit for an address.
create function private.new_token() returns text language sql volatile set search_path = pg_catalog, pg_temp as $$
  select replace(gen_random_uuid()::text || substr(gen_random_uuid()::text, 1, 8), '-', '')
$$;

-- The account that asks, while its token opens anything: the account exists and is not banned, and the session of the token
-- has not ended. A token outlives its session by up to an hour; after signing out it is nobody's. Tokens that name no
-- session count for their account alone. Everything here asks this, and never the claims by themselves.
-- plpgsql, because its plans stay: half the time of a function in SQL.
create function private.current_user_id() returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  claims jsonb := auth.jwt();
  account_id uuid := claims ->> 'sub';
  session_id uuid := nullif(claims ->> 'session_id', '');
begin
  if session_id is null then
    return (
      select u.id from auth.users u
      where u.id = account_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    );
  end if;
  return (
    select u.id from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session_id and u.id = account_id and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  );
end
$$;

create table private.answers (
  scope text not null,
  key text not null,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (scope, key)
);
comment on table private.answers is 'Answers to requests with an idempotency key, so that the same request twice books once.';
alter table private.answers enable row level security;

-- ---------- indexes ----------
create index answers_age on private.answers (at);

-- ---------- functions ----------
-- Raises an error with a message for people, a reason code as the hint, and the HTTP status that the caller gets.
-- An error is worded where it is read, from its reason. Where several sentences share a reason, `more` says the name of
-- the message; the values of a sentence are in its `values`. The English sentence stays for programs and logs.
create function private.fail(status integer, reason text, sentence text, more jsonb default null) returns void
language plpgsql as $$
begin
  if more is null then
    raise exception using errcode = 'PT' || status, message = sentence, hint = reason;
  end if;
  raise exception using errcode = 'PT' || status, message = sentence, hint = reason, detail = more::text;
end
$$;

create function private.fail_later(reason text, sentence text, wait_s integer, name text default null) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  unit text := case when wait_s > 90 then 'minute' else 'second' end;
  amount integer := case when wait_s > 90 then ceil(wait_s / 60.0) else wait_s end;
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'PT429', 'hint', reason,
      'details', jsonb_strip_nulls(jsonb_build_object('message_name', name, 'values', jsonb_build_object('unit', unit, 'count', amount)))::text,
      'message', format(sentence, amount || ' ' || unit || case when amount = 1 then '' else 's' end)),
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait_s::text));
end
$$;

-- Problems are a JSON array in the order in which a person meets the fields; none is an empty one.
create function private.problem(field text, reason text, sentence text, name text default null, parameters jsonb default null)
returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('field', field, 'reason', reason, 'message', sentence,
    'message_name', name, 'values', parameters)))
$$;

create function private.fail_problems(problems jsonb) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if jsonb_array_length(problems) > 0 then
    perform private.fail(422, problems -> 0 ->> 'reason', problems -> 0 ->> 'message',
      jsonb_strip_nulls(jsonb_build_object('field', problems -> 0 ->> 'field', 'message_name', problems -> 0 ->> 'message_name',
        'values', problems -> 0 -> 'values', 'problems', problems)));
  end if;
end
$$;

create function private.fail_field(field text, sentence text, name text default null, parameters jsonb default null) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform private.fail(422, 'bad_' || field, sentence,
    jsonb_strip_nulls(jsonb_build_object('field', field, 'message_name', name, 'values', parameters)));
end
$$;

create function private.cleaned(given jsonb, field text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select btrim(regexp_replace(coalesce(given ->> field, ''), '[\x01-\x1f\x7f]+', ' ', 'g'))
$$;

create function private.text_of(given jsonb, field text, longest integer) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  value text := private.cleaned(given, field);
begin
  if length(value) > longest then
    perform private.fail(422, 'too_long', format('"%s" is longer than %s characters.', field, longest),
      jsonb_build_object('field', field, 'message_name', 'text_longer_than', 'values', jsonb_build_object('field', field, 'max', longest)));
  end if;
  return value;
end
$$;

create function private.length_problems(value text, longest integer, field text) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when length(value) > longest
    then private.problem(field, 'too_long', format('Use at most %s characters.', longest), 'max_characters',
      jsonb_build_object('max', longest)) else '[]' end
$$;

-- Addresses that look alike are one: invisible characters (zero-width, soft hyphen, marks of direction) made another reader,
-- another buyer and another person on the waiting list of the same mailbox.
create function private.is_email(given text) returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select given ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' and length(given) <= 254
    and given !~ '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff]'
$$;

-- People whom staff booked without an email address, and those whose data were removed, have a made-up one.
create function private.has_email(address text) returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select address not like '%@invalid'
$$;
create function private.real_email(address text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when private.has_email(address) then address else '' end
$$;

create function private.check_email(given text) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_email(given) then
    perform private.fail(422, 'bad_email', 'Enter a valid email address.', '{"field":"email"}');
  end if;
  return given;
end
$$;

create function private.read_time(given text) returns time language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return given::time;
exception when others then
  perform private.fail_field('local_time', 'Enter a time such as 18:30.');
end
$$;

create function private.read_day(given text, field text) returns date language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return given::date;
exception when others then
  perform private.fail_field(field, 'Enter a date such as 2026-11-17.', 'date_example');
end
$$;

create function private.read_id(given text, field text) returns uuid language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return nullif(given, '')::uuid;
exception when others then
  perform private.fail_field(field, 'Choose one of the options.', 'choose_an_option');
end
$$;

-- Numbers that are read aloud: no letters that sound or look like others.
create function private.new_number(length integer default 6) returns text
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select string_agg(substr('ACDEFGHJKLMNPQRTUVWXY3479', 1 + (get_byte(bytes, i) % 25), 1), '')
  from (select decode(md5(gen_random_uuid()::text), 'hex') as bytes) random, generate_series(0, length - 1) i
$$;

-- An answer that was given before is given again: the same request twice books once.
create function private.find_answer(scope text, key text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  known jsonb;
  place text := scope || ' ' || coalesce(private.current_user_id()::text, '');
begin
  if key is null then
    return null;
  end if;
  if length(key) not between 16 and 200 then
    perform private.fail(422, 'bad_key', 'Use an idempotency key of 16 to 200 characters.');
  end if;
  -- A second caller waits here until the first one has committed or given up.
  insert into private.answers (scope, key) values (place, key) on conflict do nothing;
  if found then
    return null;
  end if;
  select a.answer into known from private.answers a where a.scope = place and a.key = find_answer.key;
  return known;
end
$$;

create function private.save_answer(scope text, key text, answer jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if key is not null then
    update private.answers a set answer = save_answer.answer
    where a.scope = save_answer.scope || ' ' || coalesce(private.current_user_id()::text, '') and a.key = save_answer.key;
  end if;
  return answer;
end
$$;

-- Until the end of the transaction nobody else gets past this line with the same name. The order of locks is that of the
-- migration *_places.sql.
create function private.lock_name(name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(lock_name.name, 0));
end
$$;

-- Who asks, as the host knows it. On a hosted Supabase the gateway writes the same header.
create function private.client_address() returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return btrim(split_part(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1));
exception when others then
  return null;
end
$$;

create function private.notify_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('onda_content', tg_table_schema || '.' || tg_table_name);
  return null;
end
$$;

create function private.prevent_changes() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(current_setting('onda.removing_demo', true), '') = 'on' then
    return old;
  end if;
  raise exception 'Entries of the ledger cannot be changed or deleted.' using errcode = '55000', hint = 'append_only';
end
$$;

-- Lower case without accents. Written with the extension's own schema (it may be in either, depending on who hosts), so
-- that the planner can look into it: a call for each of 50,000 rows would cost more than the comparison.
do $$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format('create function private.unaccent_text(given text) returns text language sql stable parallel safe as %L',
    format('select lower(%I.unaccent(given))', home));
end
$$;

-- As private.unaccent_text, but immutable, as an index needs: the dictionary is named.
do $$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format('create function private.searchable(given text) returns text language sql immutable parallel safe as %L',
    format('select lower(%I.unaccent(%L::regdictionary, given))', home, quote_ident(home) || '.unaccent'));
end
$$;

-- The extension may live in either schema, depending on who hosts.
create function private.normalize_text(given text) returns text language sql stable set search_path = pg_catalog, public, extensions, pg_temp as $$
  select lower(unaccent(coalesce(given, '')))
$$;

-- The text of a search box as patterns, one for each word.
create function private.search_patterns(query text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  from (select word from regexp_split_to_table(private.unaccent_text(left(coalesce(query, ''), 200)), '\s+') word where word <> '' limit 8) split
$$;

-- The condition that a text holds every word of $1, written so that an index answers it where one can.
create function private.text_condition(given text, patterns text[]) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(format('%s(%s) like ($1)[%s]',
    case when (select max(length(p)) from unnest(patterns) p) >= 5 then 'private.searchable' else 'private.unaccent_text' end, given, n), ' and ')
  from generate_subscripts(patterns, 1) n
$$;

-- Where a page begins, newest first: below $2 and $3, or above $4 and $5.
create function private.page_condition(moment text, id text, is_down boolean, is_up boolean) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select format(case
    when is_up then ' and (%1$s, %2$s) > ($4, $5) order by %1$s, %2$s'
    when is_down then ' and (%1$s, %2$s) < ($2, $3) order by %1$s desc, %2$s desc'
    else ' order by %1$s desc, %2$s desc' end, moment, id)
$$;

create function private.slug_of(given text) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(btrim(left(regexp_replace(private.normalize_text(given), '[^a-z0-9]+', '-', 'g'), 70), '-'), ''), 'untitled')
$$;

-- Codes of languages: one at least, each once. Which exist is decided by messages/languages.json; the server ignores others.
create function private.are_languages(codes text[]) returns boolean
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select count(*) > 0 and count(distinct c) = cardinality(codes) and coalesce(bool_and(c ~ '^[a-z]{2,3}$'), false)
  from unnest(codes) as c
$$;

-- ---------- rights ----------
grant execute on function private.new_token, private.searchable, private.are_languages to authenticated, service_role;
