-- Accounts: profiles, roles, second factors, proofs that a visitor is a person. Roles are enforced here; the pages only
-- follow.

create table private.setup (
  token_hash text primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
comment on table private.setup is 'The one-time token that opens the set-up page of a new studio.';
alter table private.setup enable row level security;

create table private.bot_checks (
  token_hash text primary key,
  verified_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- SHA-256 of the challenge's signature, or of the Turnstile token: a solved challenge counts once, however its answer
  -- is written. Null: a token that the site itself issued.
  challenge_hash text
);
comment on table private.bot_checks is
  'Tokens of passed bot checks; each counts once, and only for a few minutes after it was verified.';
alter table private.bot_checks enable row level security;

create table private.unproven_acts (
  kind text not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.unproven_acts is
  'Holds, waiting list entries and purchases that came without proof of a person, counted by the hour.';
alter table private.unproven_acts enable row level security;

create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  at timestamptz not null default now()
);
comment on table private.proven_addresses is
  'Email addresses that an account has proven to own, by a confirmed email or a sign-in provider.';
alter table private.proven_addresses enable row level security;

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text collate "und-x-icu" not null default '' check (length(name) <= 120),
  created_at timestamptz not null default now(),
  wants_reminders boolean not null default true,
  -- The register shows it for a child whose order names none.
  phone text not null default '' check (length(phone) <= 40),
  wants_substitute_calls boolean not null default true,
  wants_substitute_news boolean not null default true,
  -- Null: the studio's default.
  language text check (language is null or private.are_languages(array[language]))
);
comment on table public.profiles is
  'What a signed-in person says about themselves: name, phone, language and notification choices.';
alter table public.profiles enable row level security;

create table public.roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('member', 'teacher', 'host', 'staff', 'owner')),
  granted_at timestamptz not null default now(),
  granted_by uuid references auth.users (id) on delete set null,
  primary key (user_id, role)
);
comment on table public.roles is 'Roles of accounts, and who granted them.';
alter table public.roles enable row level security;

-- ---------- indexes ----------
create index bot_checks_expiry on private.bot_checks (expires_at);
create unique index bot_checks_challenge on private.bot_checks (challenge_hash);
create index unproven_acts_newest on private.unproven_acts (kind, at);
create index profiles_name_parts on public.profiles using gin (name gin_trgm_ops);
create index profiles_searchable on public.profiles using gin (private.searchable(name) gin_trgm_ops);
create index roles_by_role on public.roles (role);
create index roles_granted_by on public.roles (granted_by);

-- ---------- functions that row policies call ----------
-- Someone can let an application in with their account (OAuth). Its token names them, but it is not them: it opens what
-- its scopes say at /oauth/userinfo, and nothing of the studio. The gateway rejects it before the database is asked;
-- these rules hold behind any other gateway too.
create function private.is_application() returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.jwt() ? 'client_id', false)
$$;

-- Rights hold for who may use them now: proven by the second factor where there is one. Otherwise a stolen password alone
-- would open everything that the second factor was meant to close. Whether the session lasts is asked beside it.
create function private.is_proven() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not private.is_application()
    and (
      coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
    )
$$;

-- Row policies ask these as definer, so that asking for a role never needs the right to read all roles. Being a member is
-- no right over others: it asks for no second factor.
create function public.has_role(wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.roles where user_id = (select private.current_user_id()) and role = wanted)
    and (wanted = 'member' and not private.is_application() or private.is_proven())
$$;
comment on function public.has_role is 'Whether the caller has this role and may use it now.';

create function public.is_staff() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.roles where user_id = (select private.current_user_id()) and role in ('staff', 'owner'))
    and private.is_proven()
$$;
comment on function public.is_staff is 'Whether the caller is staff or owner and may act as such now.';

-- ---------- row policies ----------
create policy "people read their own profile" on public.profiles for select to authenticated using (user_id = (select private.current_user_id()));
create policy "staff read profiles" on public.profiles for select to authenticated using ((select public.is_staff()));
create policy "people write their own profile" on public.profiles for update to authenticated
  using (user_id = (select private.current_user_id())) with check (user_id = (select private.current_user_id()));
create policy "people read their own roles" on public.roles for select to authenticated using (user_id = (select private.current_user_id()));
create policy "staff read roles" on public.roles for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
-- The program itself: the service role, or a connection that did not come through the API and so has no claims.
create function private.is_trusted() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.role(), 'service_role') = 'service_role'
$$;

create function private.is_staff() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select private.is_trusted() or public.is_staff()
$$;

create function private.require_staff() returns void language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff can do this.' using errcode = '42501', hint = 'staff_only';
  end if;
end
$$;

create function private.require_owner() returns void language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only an owner can do this.' using errcode = '42501', hint = 'owner_only';
  end if;
end
$$;

create function private.is_member() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select private.current_user_id() is not null and coalesce(auth.jwt() ->> 'is_anonymous', 'false') <> 'true'
$$;

create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(btrim(p.name), ''), split_part(u.email, '@', 1), 'someone')
  from auth.users u left join public.profiles p on p.user_id = u.id where u.id = account
$$;

create function private.my_name() returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select name from public.profiles where user_id = (select private.current_user_id())), '')
$$;

-- Confirmed is not proven: where accounts are confirmed unasked, or by hand, no mail was answered.
create function private.is_vouched_for(person uuid, address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from auth.identities i where i.user_id = person and i.provider not in ('email', 'phone')
      and lower(i.identity_data ->> 'email') = lower(address) and i.identity_data ->> 'email_verified' = 'true'
  )
$$;

-- Every account begins as a member, whichever way it came in. Anonymous visitors have no profile until they become someone.
create function private.welcome_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.is_anonymous then
    return new;
  end if;
  insert into public.profiles (user_id, name, language)
  values (
    new.id,
    left(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name', ''), 120),
    -- The language of the page that the account was created on.
    case when private.are_languages(array[new.raw_user_meta_data ->> 'language']) then new.raw_user_meta_data ->> 'language' end
  )
  on conflict do nothing;
  insert into public.roles (user_id, role) values (new.id, 'member') on conflict do nothing;
  return new;
end
$$;

create function public.set_role(person uuid, wanted text, granted boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff can change roles.'
      using errcode = '42501', hint = 'staff_change_roles';
  end if;
  if wanted in ('staff', 'owner') and not public.has_role('owner') then
    raise exception 'Only an owner can add or remove staff and owners.'
      using errcode = '42501', hint = 'owner_changes_staff';
  end if;
  if wanted not in ('member', 'teacher', 'host', 'staff', 'owner') then
    raise exception 'There is no role "%".', wanted using errcode = '22023';
  end if;
  if granted then
    insert into public.roles (user_id, role, granted_by) values (person, wanted, private.current_user_id()) on conflict do nothing;
    return;
  end if;
  -- Owners are counted one transaction at a time: two of them must not unmake each other at once.
  if wanted = 'owner' then
    perform pg_advisory_xact_lock(hashtext('onda owners'));
    if not exists (select from public.roles where role = 'owner' and user_id <> person) then
      raise exception 'A studio needs at least one owner.'
      using errcode = '23514', hint = 'owner_needed';
    end if;
  end if;
  delete from public.roles where user_id = person and role = wanted;
end
$$;
comment on function public.set_role is
  'Grants or revokes a role; staff manage members, teachers and hosts, only an owner manages staff and owners.';

-- Uses the proof up. The pages ask for the bot check; the functions behind them can be called by anyone who has the public
-- key, so a guest who holds, waits or buys brings a proof: a token that the check has verified, or that the site vouches
-- for. Without one only a few get through, never more than a part of any class. Staff and members need none.
create function private.use_proof(proof text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if private.is_staff() or private.is_member() then
    return true;
  end if;
  update private.bot_checks set used_at = now()
  where token_hash = translate(encode(sha256(convert_to(coalesce(proof, ''), 'UTF8')), 'base64'), '+/=', '-_')
    and used_at is null and expires_at > now();
  return found;
end
$$;

create function private.fail_unproven() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform private.fail(429, 'prove_human', 'Too many requests. Try again on the page of the class.');
end
$$;

create function private.count_unproven(act text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.lock_name('unproven ' || act);
  delete from private.unproven_acts where at < now() - interval '1 day';
  if (select count(*) from private.unproven_acts a where a.kind = act and a.at > now() - interval '1 hour')
    >= (select unproven_per_hour from public.booking_settings) then
    perform private.fail_unproven();
  end if;
  insert into private.unproven_acts (kind) values (act);
end
$$;

-- ---------- triggers ----------
create trigger onda_welcome_account after insert or update of is_anonymous on auth.users
  for each row execute function private.welcome_account();

-- ---------- rights ----------
revoke all on public.profiles, public.roles from anon, authenticated;
grant select on public.profiles, public.roles to authenticated;
grant update (name, language, wants_reminders, wants_substitute_calls, wants_substitute_news) on public.profiles to authenticated;
grant all on public.profiles, public.roles to service_role;
revoke all on function public.has_role, public.is_staff, public.set_role from public, anon, authenticated;
grant execute on function public.is_staff, private.is_application, private.current_user_id to anon, authenticated, service_role;
grant execute on function public.has_role, public.set_role to authenticated, service_role;
