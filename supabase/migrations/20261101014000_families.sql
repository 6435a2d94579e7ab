-- Who comes: households, guardians, participants and their consents. A child's data is for guardians, teachers of that
-- child and staff.

create table public.households (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null default '' check (length(name) <= 120),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- How the studio reaches a household that has no login.
  email text check (length(email) between 3 and 254),
  phone text check (length(phone) <= 40)
);
comment on table public.households is 'Households that book together.';
alter table public.households enable row level security;

create table public.guardians (
  user_id uuid primary key references auth.users (id) on delete cascade,
  household_id uuid not null references public.households (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table public.guardians is
  'Accounts that look after a household; an account has one household, a household may have several guardians.';
alter table public.guardians enable row level security;

create table public.participants (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  -- Set on the guardian's own entry.
  user_id uuid unique references auth.users (id) on delete set null,
  name text collate "und-x-icu" not null check (length(btrim(name)) between 1 and 120),
  born_on date check (born_on > date '1900-01-01'),
  note text not null default '' check (length(note) <= 1000),
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.participants is 'People who come to sessions, each in a household.';
alter table public.participants enable row level security;

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete cascade,
  participant_id uuid references public.participants (id) on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'photos', 'newsletter')),
  version text not null check (length(version) between 1 and 40),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  check (user_id is not null or participant_id is not null)
);
comment on table public.consents is 'Consents that were given and withdrawn, with the version of their text.';
alter table public.consents enable row level security;

-- Households for staff: search, read, notes, merge. A merge is previewed before,
-- written down with everything it touched, and can be taken apart again.
create table public.household_notes (
  id bigint generated always as identity primary key,
  household_id uuid not null references public.households (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  at timestamptz not null default clock_timestamp()
);
comment on table public.household_notes is 'Notes of staff on a household.';
alter table public.household_notes enable row level security;

create table public.household_merges (
  id uuid primary key default gen_random_uuid(),
  target_id uuid not null,
  merged_id uuid not null,
  reason text not null check (length(reason) between 3 and 500),
  -- Whom and what it moved, and how it was before: enough to undo it.
  moved jsonb not null,
  merged_by uuid references auth.users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  undone_by uuid references auth.users (id) on delete set null,
  undone_at timestamptz
);
comment on table public.household_merges is 'Merged households, with everything that is needed to undo the merge.';
alter table public.household_merges enable row level security;

-- ---------- indexes ----------
create index households_by_name on public.households (lower(name), id);
create index households_email on public.households (lower(email));
create index households_name on public.households (lower(name));
create index households_searchable on public.households using gin (private.searchable(name) gin_trgm_ops);
create index guardians_household on public.guardians (household_id);
create index participants_household on public.participants (household_id);
create index participants_by_name on public.participants (lower(name));
create index participants_name_parts on public.participants using gin (name gin_trgm_ops);
create index participants_searchable on public.participants using gin (private.searchable(name) gin_trgm_ops);
create index participants_by_name_prefix on public.participants (private.searchable(name) text_pattern_ops, id);
create index consents_user on public.consents (user_id);
create index consents_participant on public.consents (participant_id);
create index household_notes_household on public.household_notes (household_id, id);
create index household_notes_author on public.household_notes (author);
create index household_merges_target on public.household_merges (target_id, at);
create index household_merges_merged_by on public.household_merges (merged_by);
create index household_merges_undone_by on public.household_merges (undone_by);

-- ---------- functions that row policies call ----------
create function private.is_guardian_of(household uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.guardians where household_id = household and user_id = (select private.current_user_id()))
$$;

-- ---------- row policies ----------
create policy "guardians and staff read households" on public.households for select to authenticated
  using (private.is_guardian_of(id) or (select public.is_staff()));
create policy "guardians and staff read guardians" on public.guardians for select to authenticated
  using (private.is_guardian_of(household_id) or (select public.is_staff()));
create policy "guardians and staff read participants" on public.participants for select to authenticated
  using (private.is_guardian_of(household_id) or (select public.is_staff()));
create policy "people and staff read consents" on public.consents for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "staff read notes on households" on public.household_notes for select to authenticated using ((select public.is_staff()));
create policy "staff read merges" on public.household_merges for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
-- What is wrong with a date of birth; null when it is possible.
create function private.birthday_problem(born date, field text, reason text) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when born > current_date then private.problem(field, reason, 'The date of birth must be in the past.', 'born_in_the_future')
    when born < date '1900-01-02' then private.problem(field, reason,
      format('Check the year: %s is too long ago.', abs(extract(year from born))), 'born_too_long_ago',
      jsonb_build_object('year', abs(extract(year from born))::text))
    else '[]'
  end
$$;

-- The error for a date of birth in a booking: its format, or what is wrong with it.
create function private.birthday_text_problem(given text, field text, reason text) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return private.birthday_problem(given::date, field, reason);
exception when datetime_field_overflow or invalid_datetime_format then
  return private.problem(field, reason, 'Enter a date of birth such as 2015-04-30.', 'birthday_example');
end
$$;

-- A date of birth, or nothing: null for what is no date, and for one that cannot be.
create function private.read_birthday(given text) returns date language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  born date;
begin
  born := given::date;
  return case when born between date '1900-01-02' and current_date then born end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;

-- For every writer: forms, imports, staff. Existing rows stay as they are.
-- Every writer calls it, also the service role, which has no access to the private schema.
create function private.check_birthday() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.fail_problems(private.birthday_problem(new.born_on, 'born_on', 'bad_birthday'));
  return new;
end
$$;

-- ---------- triggers ----------
create trigger birthday_is_one before insert or update of born_on on public.participants
  for each row when (new.born_on is not null) execute function private.check_birthday();

-- ---------- rights ----------
revoke all on public.households, public.guardians, public.participants, public.consents, public.household_notes,
  public.household_merges from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.consents_id_seq, public.household_notes_id_seq from anon, authenticated;
grant select on public.participants to authenticated;
grant all on public.households, public.guardians, public.participants, public.consents, public.household_notes,
  public.household_merges to service_role;
grant execute on function private.is_guardian_of to authenticated, service_role;
