-- Who comes (households, guardians, participants), who teaches with which account, and what holds for booking:
-- cancellation policies, questions, limits. A child's data is for guardians, their teachers and staff.

-- Refuses in words. The hint is the machine's word for the reason; the status is the one that the caller gets.
create function private.fail(status integer, reason text, sentence text, more jsonb default null) returns void
language plpgsql as $$
begin
  if more is null then
    raise exception using errcode = 'PT' || status, message = sentence, hint = reason;
  end if;
  raise exception using errcode = 'PT' || status, message = sentence, hint = reason, detail = more::text;
end
$$;

-- The program itself: the service role, or a connection that did not come through the API and so has no claims.
create function private.is_trusted() returns boolean language sql stable set search_path = '' as $$
  select coalesce(auth.role(), 'service_role') = 'service_role'
$$;
create function private.is_desk() returns boolean language sql stable set search_path = '' as $$
  select private.is_trusted() or public.is_staff()
$$;
create function private.require_desk() returns void language plpgsql stable set search_path = '' as $$
begin
  if not private.is_desk() then
    raise exception 'Only staff may do this.' using errcode = '42501', hint = 'staff_only';
  end if;
end
$$;
-- 120 bits that nobody guesses, fit for an address.
create function private.new_token() returns text language sql volatile set search_path = '' as $$
  select replace(gen_random_uuid()::text || substr(gen_random_uuid()::text, 1, 8), '-', '')
$$;

create table public.households (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' check (length(name) <= 120),
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

-- An account looks after one household; a household may have several guardians.
create table public.guardians (
  user_id uuid primary key references auth.users (id) on delete cascade,
  household_id uuid not null references public.households (id) on delete cascade,
  since timestamptz not null default now()
);
create index guardians_household on public.guardians (household_id);

create table public.participants (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  -- Set on the guardian's own entry.
  user_id uuid unique references auth.users (id) on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  born_on date check (born_on > date '1900-01-01'),
  note text not null default '' check (length(note) <= 1000),
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create index participants_household on public.participants (household_id);

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
create index consents_user on public.consents (user_id);
create index consents_participant on public.consents (participant_id);

-- Which account a public profile belongs to. Apart from people, because people are public.
create table public.person_accounts (
  person_id uuid primary key references public.people (id) on delete cascade,
  user_id uuid not null unique references auth.users (id) on delete cascade
);

create table public.cancellation_policies (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  words text not null check (length(words) between 1 and 1000),
  full_until_h integer not null check (full_until_h >= 0),
  late_credit_percent integer not null check (late_credit_percent between 0 and 100)
);
insert into public.cancellation_policies values ('standard',
  'Tell us until 24 hours before and you get everything back. After that, half of it as credit. If somebody else takes your place, you get everything back whatever the hour.',
  24, 50);
alter table public.offerings add column policy_id text not null default 'standard' references public.cancellation_policies (id);
create index offerings_policy on public.offerings (policy_id);

create table public.questions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references public.offerings (id) on delete cascade,
  label text not null check (length(label) between 1 and 200),
  hint text not null default '' check (length(hint) <= 300),
  kind text not null default 'text' check (kind in ('text', 'choice', 'yes_no')),
  choices text[] not null default '{}' check (cardinality(choices) <= 20),
  is_required boolean not null default false,
  position integer not null default 0,
  check (kind <> 'choice' or cardinality(choices) > 0)
);
create index questions_offering on public.questions (offering_id, position);

-- One row: how long things last and how much at once.
create table public.booking_settings (
  id boolean primary key default true check (id),
  hold_min integer not null default 10 check (hold_min between 1 and 60),
  card_hold_min integer not null default 35 check (card_hold_min between 31 and 120),
  offer_min integer not null default 120 check (offer_min between 5 and 2880),
  most_places integer not null default 6 check (most_places between 1 and 20),
  transfer_days integer not null default 7 check (transfer_days between 1 and 60),
  transfer_account text not null default '' check (length(transfer_account) <= 300)
);
insert into public.booking_settings default values;

-- ---------- who may read and write ----------
create function private.is_guardian_of(household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.guardians where household_id = household and user_id = auth.uid())
$$;

alter table public.households enable row level security;
alter table public.guardians enable row level security;
alter table public.participants enable row level security;
alter table public.consents enable row level security;
alter table public.person_accounts enable row level security;
alter table public.cancellation_policies enable row level security;
alter table public.questions enable row level security;
alter table public.booking_settings enable row level security;

create policy "guardians and staff read households" on public.households for select to authenticated
  using (private.is_guardian_of(id) or (select public.is_staff()));
create policy "guardians and staff read guardians" on public.guardians for select to authenticated
  using (private.is_guardian_of(household_id) or (select public.is_staff()));
create policy "guardians and staff read participants" on public.participants for select to authenticated
  using (private.is_guardian_of(household_id) or (select public.is_staff()));
create policy "people and staff read consents" on public.consents for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "people and staff read whose profile is whose" on public.person_accounts for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "everyone reads cancellation policies" on public.cancellation_policies for select using (true);
create policy "everyone reads questions of published offerings" on public.questions for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads what holds for booking" on public.booking_settings for select using (true);

revoke all on public.households, public.guardians, public.participants, public.consents, public.person_accounts,
  public.cancellation_policies, public.questions, public.booking_settings from anon, authenticated;
grant select on public.households, public.guardians, public.participants, public.consents, public.person_accounts to authenticated;
grant select on public.cancellation_policies, public.questions, public.booking_settings to anon, authenticated;

create trigger content_changed after insert or update or delete or truncate on public.cancellation_policies
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.questions
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.booking_settings
  for each statement execute function private.notify_content();

-- ---------- the family ----------
-- The household of who calls, made at the first need with the caller in it.
create function private.own_household() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  home uuid;
  my_name text;
begin
  if me is null then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  end if;
  select household_id into home from public.guardians where user_id = me;
  if home is not null then
    return home;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('household of ' || me::text, 0));
  select household_id into home from public.guardians where user_id = me;
  if home is not null then
    return home;
  end if;
  select coalesce(nullif(btrim(p.name), ''), split_part(u.email, '@', 1), 'Me') into my_name
  from auth.users u left join public.profiles p on p.user_id = u.id where u.id = me;
  insert into public.households (name) values (my_name) returning id into home;
  insert into public.guardians (user_id, household_id) values (me, home);
  insert into public.participants (household_id, user_id, name) values (home, me, left(my_name, 120));
  return home;
end
$$;

create function public.save_family_member(name text, born_on date default null, note text default '', id uuid default null)
returns public.participants
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  home uuid := private.own_household();
  saved public.participants;
begin
  if length(btrim(coalesce(name, ''))) = 0 then
    perform private.fail(422, 'name_missing', 'Please give a name.');
  end if;
  if id is null then
    if (select count(*) from public.participants p where p.household_id = home) >= 30 then
      perform private.fail(422, 'family_full', 'A family holds 30 people at most.');
    end if;
    insert into public.participants (household_id, name, born_on, note)
    values (home, btrim(name), born_on, coalesce(note, '')) returning * into saved;
    return saved;
  end if;
  update public.participants p set name = btrim(save_family_member.name), born_on = save_family_member.born_on,
    note = coalesce(save_family_member.note, '')
  where p.id = save_family_member.id and p.household_id = home returning * into saved;
  if saved.id is null then
    perform private.fail(404, 'no_such_person', 'Nobody of this family is meant by that.');
  end if;
  return saved;
end
$$;

create function public.remove_family_member(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.participants p
  where p.id = remove_family_member.id and p.household_id = private.own_household() and p.user_id is distinct from auth.uid();
  if not found then
    perform private.fail(404, 'no_such_person', 'Nobody of this family is meant by that.');
  end if;
end
$$;

create function public.my_family() returns setof public.participants
language sql security definer set search_path = '' as $$
  select p.* from public.participants p where p.household_id = private.own_household()
  order by p.user_id is distinct from auth.uid(), p.created_at
$$;

revoke all on function public.save_family_member(text, date, text, uuid), public.remove_family_member(uuid),
  public.my_family() from public, anon;
grant execute on function public.save_family_member(text, date, text, uuid), public.remove_family_member(uuid),
  public.my_family() to authenticated, service_role;
