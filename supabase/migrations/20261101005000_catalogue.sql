-- The studio and what it offers: people, rooms, terms, cancellation policies, offerings and their questions.

create table public.studio (
  id boolean primary key default true check (id),
  name text not null check (length(name) between 1 and 40 and name = btrim(name)),
  description text not null,
  statement text not null,
  lead text not null,
  zone text not null,
  -- Whose public holidays planning names: "PT", "DE-BY". Null: those of the country of the time zone.
  holiday_region text check (holiday_region ~ '^[A-Z]{2}(-[A-Z0-9]{1,8}){0,2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The languages of its pages; the first is the default, whose addresses have no prefix.
  languages text[] not null default '{en}' check (private.are_languages(languages) is true),
  invitation text not null,
  address text not null,
  getting_here text not null,
  access text not null,
  email text not null,
  phone text not null,
  phone_hours text not null,
  first_class_price_cents integer check (first_class_price_cents >= 0),
  updated_at timestamptz not null default now(),
  -- Null: the studio's own green. Everything else that is coloured derives from it.
  primary_colour text check (primary_colour ~ '^#[0-9a-f]{6}$'),
  -- The drawn name: wordmark, icon and pictures for shared links. Texts have it as it is written.
  is_lower_case boolean not null default false,
  typeface text not null default 'house' check (typeface in ('house', 'text', 'system')),
  -- A picture in the bucket "brand"; null shows the name.
  logo_path text check (logo_path ~ '^[\w.-]{1,120}$'),
  -- What opens the home page; the picture stays chosen while the name alone is shown.
  hero text not null default 'wordmark' check (hero in ('wordmark', 'picture', 'both')),
  hero_media_id uuid references public.media (id) on delete set null,
  -- Texts in the studio's other languages: {"pt": {"title": "…"}} (private.translatable).
  translations jsonb not null default '{}',
  -- Its owner wants to see the first steps no more.
  steps_dismissed_at timestamptz,
  constraint words_are_short check (
    length(description) <= 300 and length(statement) <= 200 and length(lead) <= 300 and length(invitation) <= 200
    and length(address) <= 300 and length(getting_here) <= 500 and length(access) <= 500 and length(email) <= 254
    and length(phone) <= 40 and length(phone_hours) <= 80
  )
);
comment on table public.studio is 'One row: name, texts, contact details and look of the studio.';
alter table public.studio enable row level security;
-- Empty texts: pages show neutral ones (app/language/neutral-texts.ts).
insert into public.studio (name, description, statement, lead, zone, currency, invitation, address, getting_here, access, email,
  phone, phone_hours)
values ('onda', '', '', '', 'Europe/Lisbon', 'EUR', '', '', '', '', '', '', '');

create table public.opening_hours (
  weekday smallint not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  primary key (weekday, opens),
  check (closes > opens)
);
comment on table public.opening_hours is 'Opening hours, one row for each period of a weekday; a weekday without a row is closed.';
alter table public.opening_hours enable row level security;

create table public.people (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text collate "und-x-icu" not null,
  line text not null,
  bio text not null,
  discipline text references public.disciplines (slug),
  is_public boolean not null default true,
  is_demo boolean not null default false,
  position integer not null default 0,
  media_id uuid references public.media (id),
  blocks jsonb,
  translations jsonb not null default '{}'
);
comment on table public.people is 'People of the studio as the public site shows them: teachers, artists, hosts.';
alter table public.people enable row level security;

create table public.person_accounts (
  person_id uuid primary key references public.people (id) on delete cascade,
  user_id uuid not null unique references auth.users (id) on delete cascade
);
comment on table public.person_accounts is
  'Which account a public profile belongs to; apart from people, because people are public.';
alter table public.person_accounts enable row level security;

create table public.rooms (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text collate "und-x-icu" not null,
  note text not null default '',
  is_demo boolean not null default false,
  is_in_use boolean not null default true,
  translations jsonb not null default '{}'
);
comment on table public.rooms is 'Rooms in which sessions take place.';
alter table public.rooms enable row level security;

create table public.terms (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (length(btrim(name)) between 1 and 80),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on and ends_on < starts_on + 731),
  translations jsonb not null default '{}',
  is_demo boolean not null default false
);
comment on table public.terms is 'Terms of the year, used when sessions are planned.';
alter table public.terms enable row level security;

create table public.closed_days (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (length(btrim(name)) between 1 and 80),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on and ends_on < starts_on + 366)
);
comment on table public.closed_days is 'Holidays and other days without classes; a rule that plans sessions skips them.';
alter table public.closed_days enable row level security;

create table public.cancellation_policies (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  -- Empty: written from the numbers, in the language of the page.
  summary text not null default '' check (length(summary) <= 1000),
  full_until_h integer not null check (full_until_h >= 0),
  late_credit_percent integer not null check (late_credit_percent between 0 and 100),
  name text collate "und-x-icu" not null default '' check (length(name) <= 60),
  translations jsonb not null default '{}'
);
comment on table public.cancellation_policies is
  'Until when a booking can be cancelled for a full refund, and what is credited afterwards.';
alter table public.cancellation_policies enable row level security;
insert into public.cancellation_policies (id, name, full_until_h, late_credit_percent) values ('standard', 'Standard', 24, 50);

create table public.offerings (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  kind text not null check (kind in ('class', 'course', 'workshop', 'event')),
  title text collate "und-x-icu" not null,
  summary text not null,
  body text not null,
  discipline text not null references public.disciplines (slug),
  level text not null default 'open' check (level in ('open', 'beginner', 'intermediate', 'advanced')),
  age_from smallint not null default 16 check (age_from >= 0),
  age_to smallint check (age_to >= age_from),
  price_cents integer not null check (price_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  bring text not null default '',
  teacher_id uuid references public.people (id),
  published_at timestamptz,
  is_demo boolean not null default false,
  policy_id text not null default 'standard' references public.cancellation_policies (id),
  access text not null default '' check (length(access) <= 1000),
  -- What a new session of it begins with; each session has places of its own.
  usual_capacity integer not null default 12 check (usual_capacity between 1 and 10000),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  media_id uuid references public.media (id),
  translations jsonb not null default '{}',
  constraint archived_is_not_public check (archived_at is null or published_at is null)
);
comment on table public.offerings is 'Classes, courses, workshops and events.';
alter table public.offerings enable row level security;

create table public.questions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references public.offerings (id) on delete cascade,
  label text not null check (length(label) between 1 and 200),
  hint text not null default '' check (length(hint) <= 300),
  kind text not null default 'text' check (kind in ('text', 'choice', 'yes_no')),
  choices text[] not null default '{}' check (cardinality(choices) <= 20),
  is_required boolean not null default false,
  position integer not null default 0,
  translations jsonb not null default '{}',
  check (kind <> 'choice' or cardinality(choices) > 0)
);
comment on table public.questions is 'Questions that the booking form of an offering asks.';
alter table public.questions enable row level security;

create table public.booking_settings (
  id boolean primary key default true check (id),
  hold_min integer not null default 10 check (hold_min between 1 and 60),
  card_hold_min integer not null default 35 check (card_hold_min between 31 and 120),
  offer_min integer not null default 120 check (offer_min between 5 and 2880),
  max_places integer not null default 6 check (max_places between 1 and 20),
  transfer_days integer not null default 7 check (transfer_days between 1 and 60),
  transfer_account text not null default '' check (length(transfer_account) <= 300),
  unproven_percent integer not null default 25 check (unproven_percent between 0 and 100),
  unproven_per_hour integer not null default 40 check (unproven_per_hour >= 0),
  max_holds integer not null default 8 check (max_holds between 1 and 1000)
);
comment on table public.booking_settings is 'One row: time limits and maximums of booking.';
alter table public.booking_settings enable row level security;
insert into public.booking_settings default values;

-- The logo: everyone sees it, owners change it. An SVG is sanitised and saved by the server; owners themselves upload only
-- pictures that cannot contain a script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('brand', 'brand', true, 1048576, array['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'])
on conflict (id) do nothing;

-- ---------- indexes ----------
create index people_media on public.people (media_id);
create index people_discipline on public.people (discipline);
create index terms_in_order on public.terms (starts_on, id);
create index closed_days_in_order on public.closed_days (starts_on, id);
create index offerings_teacher on public.offerings (teacher_id);
create index offerings_policy on public.offerings (policy_id);
create index offerings_by_title on public.offerings (title, id);
create index offerings_media on public.offerings (media_id);
-- The command palette searches while someone types: each kind has a trigram index.
create index offerings_title_parts on public.offerings using gin (title gin_trgm_ops);
create index offerings_discipline on public.offerings (discipline);
create index questions_offering on public.questions (offering_id, position);

-- ---------- row policies ----------
create policy "everyone reads the studio" on public.studio for select using (true);
create policy "everyone reads the opening hours" on public.opening_hours for select using (true);
create policy "everyone reads public people" on public.people for select using (is_public);
create policy "everyone reads rooms" on public.rooms for select using (true);
create policy "everyone reads published offerings" on public.offerings for select
  using (published_at <= now() and (kind <> 'event' or (select s.is_on from public.site_sections s where s.name = 'events')));
create policy "people and staff read whose profile is whose" on public.person_accounts for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "everyone reads cancellation policies" on public.cancellation_policies for select using (true);
create policy "everyone reads questions of published offerings" on public.questions for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads what holds for booking" on public.booking_settings for select using (true);
create policy "teachers read terms" on public.terms for select to authenticated using ((select public.has_role('teacher')));
create policy "everyone reads closed days" on public.closed_days for select using (true);
create policy "staff add cancellation policies" on public.cancellation_policies for insert to authenticated
  with check ((select public.is_staff()));
create policy "staff change cancellation policies" on public.cancellation_policies for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
-- Offerings begin with the standard rules: they stay.
create policy "staff remove cancellation policies" on public.cancellation_policies for delete to authenticated
  using ((select public.is_staff()) and id <> 'standard');
create policy "owners write the studio" on public.studio for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "owners write what holds for booking" on public.booking_settings for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "owners write cancellation policies" on public.cancellation_policies for all to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
create policy "owners look into the brand bucket" on storage.objects for select to authenticated
  using (bucket_id = 'brand' and (select public.has_role('owner')));
create policy "owners take the logo away" on storage.objects for delete to authenticated
  using (bucket_id = 'brand' and (select public.has_role('owner')));
create policy "owners upload pictures as logo" on storage.objects for insert to authenticated
  with check (bucket_id = 'brand' and (select public.has_role('owner')) and lower(name) ~ '\.(png|webp|jpg)$'
    and coalesce(metadata ->> 'mimetype', 'image/png') not ilike '%svg%');
create policy "staff write terms" on public.terms for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write closed_days" on public.closed_days for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write rooms" on public.rooms for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff read all offerings" on public.offerings for select to authenticated using ((select public.is_staff()));
create policy "staff read all questions" on public.questions for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
-- The language that someone reads a page in, if it is one of the studio's; otherwise its default.
create function private.page_language(wanted text default null) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select case when wanted = any (s.languages) then wanted else s.languages[1] end from public.studio s), 'en')
$$;

-- The language of emails to someone: the one that they chose, else the one of the page that they used.
create function private.email_language(person uuid, used text default null) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.page_language(coalesce(
    (select p.language from public.profiles p, public.studio s where p.user_id = person and p.language = any (s.languages)),
    used
  ))
$$;

create function private.check_studio() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.zone is distinct from old.zone and not exists (select from pg_catalog.pg_timezone_names z where z.name = new.zone) then
    perform private.fail(422, 'no_such_zone', format('Unknown time zone: "%s".', left(new.zone, 60)),
      jsonb_build_object('field', 'zone', 'values', jsonb_build_object('zone', left(new.zone, 60))));
  end if;
  if new.hero <> 'wordmark' and new.hero_media_id is null then
    if old.hero_media_id is null or exists (select from public.media m where m.id = old.hero_media_id) then
      perform private.fail(422, 'hero_without_picture', 'Choose a picture for the home page, or show the name alone.',
        jsonb_build_object('field', 'hero_media_id'));
    end if;
    -- Its picture was deleted from the library.
    new.hero := 'wordmark';
  end if;
  -- Descriptions that nobody changed with the name go on naming the studio.
  if new.name <> old.name and new.description = old.description then
    new.description := replace(new.description, old.name, new.name);
  end if;
  if new.name <> old.name and new.translations = old.translations then
    new.translations := (select coalesce(jsonb_object_agg(language, texts || jsonb_strip_nulls(jsonb_build_object('description',
      replace(texts ->> 'description', old.name, new.name)))), '{}') from jsonb_each(new.translations) t (language, texts));
  end if;
  -- The version that was read shows that someone else has saved in the meantime.
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- A row of one: its uses of pictures have an id that no other thing has.
create function private.follow_hero() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.save_media_uses('studio', '00000000-0000-0000-0000-000000000000', new.name,
    case when new.hero <> 'wordmark' then '-infinity'::timestamptz end, array_remove(array[new.hero_media_id], null));
  return null;
end
$$;

-- New classes use it; bookings store a copy of the policy they were made under.
create function private.protect_default_policy() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.id = 'standard' and (tg_op = 'DELETE' or new.id <> 'standard') then
    perform private.fail(409, 'standard_stays', 'New classes use the standard policy, so it cannot be deleted. Change its text instead.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- All hours of the week at once: [{"weekday": 2, "opens": "10:00", "closes": "13:00"}, ...], several for a day with breaks; days
-- not named are closed.
create function public.set_opening_hours(hours jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.has_role('owner') then
    raise exception 'Only an owner can change the opening hours.' using errcode = '42501', hint = 'owner_only',
      detail = '{"message_name":"owner_changes_hours"}';
  end if;
  if jsonb_typeof(hours) is distinct from 'array' or exists (select from jsonb_to_recordset(hours) as h (weekday integer)
      group by h.weekday having count(*) > 6 or h.weekday is null or h.weekday not between 1 and 7) then
    perform private.fail(422, 'bad_hours', 'Give at most six opening times for each day.', '{"message_name":"hours_max_periods"}');
  end if;
  if exists (select from jsonb_to_recordset(hours) as h (opens time, closes time) where h.opens is null or h.closes is null or h.closes <= h.opens) then
    perform private.fail(422, 'bad_hours', 'The closing time must be after the opening time.',
      '{"message_name":"closes_before_opening"}');
  end if;
  if exists (select from (select h.opens, lag(h.closes) over (partition by h.weekday order by h.opens, h.closes) as before
      from jsonb_to_recordset(hours) as h (weekday integer, opens time, closes time)) p where p.opens <= p.before) then
    perform private.fail(422, 'bad_hours', 'Two opening times of a day overlap. Leave a break between them, or make them one.',
      '{"message_name":"hours_overlap"}');
  end if;
  delete from public.opening_hours where true;
  insert into public.opening_hours (weekday, opens, closes)
  select h.weekday, h.opens, h.closes from jsonb_to_recordset(hours) as h (weekday smallint, opens time, closes time);
  perform private.audit('settings', 'changed_opening_hours', '', jsonb_build_object('hours', hours));
end
$$;
comment on function public.set_opening_hours is 'Replaces the opening hours of the whole week.';

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.studio
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.opening_hours
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.closed_days
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.people
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.rooms
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.offerings
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.cancellation_policies
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.questions
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.booking_settings
  for each statement execute function private.notify_content();
create trigger follow_media after insert or update or delete on public.offerings
  for each row execute function private.follow_media();
create trigger follow_media after insert or update or delete on public.people
  for each row execute function private.follow_media();
create trigger audited after update on public.studio for each row execute function private.audit_row('settings', 'name');
create trigger audited after update on public.booking_settings for each row execute function private.audit_row('settings', '');
create trigger audited after insert or update or delete on public.cancellation_policies
  for each row execute function private.audit_row('settings', 'id');
create trigger checked before update on public.studio for each row execute function private.check_studio();
create trigger follow_hero after update of name, hero, hero_media_id on public.studio for each row execute function private.follow_hero();
create trigger standard_stays before update of id or delete on public.cancellation_policies
  for each row execute function private.protect_default_policy();

-- ---------- rights ----------
revoke all on function private.page_language, private.email_language from public, anon, authenticated;
grant execute on function private.page_language, private.email_language to service_role;
revoke all on public.studio, public.opening_hours, public.people, public.person_accounts, public.rooms, public.terms,
  public.closed_days, public.cancellation_policies, public.offerings, public.questions,
  public.booking_settings from anon, authenticated;
grant select, insert, update, delete on public.terms, public.closed_days to authenticated;
-- Their names may say more than visitors have to know.
grant select (id, starts_on, ends_on) on public.closed_days to anon;
grant select, delete on public.rooms, public.cancellation_policies to authenticated;
grant select on public.studio, public.opening_hours, public.people, public.offerings, public.questions to anon, authenticated;
grant select on public.rooms, public.cancellation_policies to anon;
grant update (name, description, statement, lead, zone, holiday_region, currency, invitation, address, getting_here, access, email, phone,
  phone_hours, first_class_price_cents, primary_colour, is_lower_case, typeface, logo_path, hero, hero_media_id,
  languages, translations, steps_dismissed_at) on public.studio to authenticated;
grant insert (slug, name, note, is_in_use, translations) on public.rooms to authenticated;
grant update (slug, name, note, is_in_use, translations) on public.rooms to authenticated;
-- Bookings contain the id of their policy.
grant insert (id, summary, full_until_h, late_credit_percent, name, translations) on public.cancellation_policies to authenticated;
grant update (summary, full_until_h, late_credit_percent, name, translations) on public.cancellation_policies to authenticated;
-- How many unproven holds are let through would show a program how many to try.
grant select (id, hold_min, card_hold_min, offer_min, max_places, transfer_days,
  transfer_account) on public.booking_settings to anon, authenticated;
grant update (hold_min, card_hold_min, offer_min, max_places, transfer_days,
  transfer_account) on public.booking_settings to authenticated;
grant all on public.studio, public.opening_hours, public.people, public.person_accounts, public.rooms, public.terms,
  public.closed_days, public.cancellation_policies, public.offerings, public.questions, public.booking_settings to service_role;
revoke all on function public.set_opening_hours from public, anon, authenticated;
grant execute on function public.set_opening_hours to authenticated, service_role;
