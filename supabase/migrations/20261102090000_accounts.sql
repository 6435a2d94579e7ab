-- People with a login: their profile, their roles, and the mail that goes out to them.
-- Roles are enforced here; the screens only follow.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (length(name) <= 120),
  created_at timestamptz not null default now()
);

create table public.roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('member', 'teacher', 'host', 'staff', 'owner')),
  granted_at timestamptz not null default now(),
  granted_by uuid references auth.users (id) on delete set null,
  primary key (user_id, role)
);
create index roles_by_role on public.roles (role);

-- Policies ask these; as definer, so that asking for a role never needs the right to read all roles.
create function public.has_role(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.roles where user_id = auth.uid() and role = wanted)
$$;
create function public.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.roles where user_id = auth.uid() and role in ('staff', 'owner'))
$$;
revoke all on function public.has_role(text), public.is_staff() from public;
grant execute on function public.has_role(text), public.is_staff() to anon, authenticated, service_role;

-- Every account begins as a member, whichever way it came in. Anonymous visitors have no profile until they become someone.
create function private.welcome_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_anonymous then
    return new;
  end if;
  insert into public.profiles (user_id, name)
  values (new.id, left(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name', ''), 120))
  on conflict do nothing;
  insert into public.roles (user_id, role) values (new.id, 'member') on conflict do nothing;
  return new;
end
$$;
create trigger onda_welcome_account after insert or update of is_anonymous on auth.users
  for each row execute function private.welcome_account();

-- Giving and taking roles. Staff manage members, teachers and hosts; only an owner makes staff or owners.
create function public.set_role(person uuid, wanted text, granted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may change roles.' using errcode = '42501';
  end if;
  if wanted in ('staff', 'owner') and not public.has_role('owner') then
    raise exception 'Only the owner may make or unmake staff and owners.' using errcode = '42501';
  end if;
  if wanted not in ('member', 'teacher', 'host', 'staff', 'owner') then
    raise exception 'There is no role "%".', wanted using errcode = '22023';
  end if;
  if granted then
    insert into public.roles (user_id, role, granted_by) values (person, wanted, auth.uid()) on conflict do nothing;
    return;
  end if;
  -- Owners are counted one transaction at a time: two of them must not unmake each other at once.
  if wanted = 'owner' then
    perform pg_advisory_xact_lock(hashtext('onda owners'));
    if not exists (select from public.roles where role = 'owner' and user_id <> person) then
      raise exception 'A studio keeps at least one owner.' using errcode = '23514';
    end if;
  end if;
  delete from public.roles where user_id = person and role = wanted;
end
$$;
revoke all on function public.set_role(uuid, text, boolean) from public, anon;
grant execute on function public.set_role(uuid, text, boolean) to authenticated, service_role;

-- Every mail is here with its state; without an SMTP server this is where it is read.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  to_address text not null check (length(to_address) <= 320),
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due on public.outbox (next_attempt_at) where state = 'waiting';
create index outbox_newest on public.outbox (created_at desc);
create index outbox_user on public.outbox (user_id);
create index roles_granted_by on public.roles (granted_by);

alter table public.profiles enable row level security;
alter table public.roles enable row level security;
alter table public.outbox enable row level security;

create policy "people read their own profile" on public.profiles for select to authenticated using (user_id = (select auth.uid()));
create policy "staff read profiles" on public.profiles for select to authenticated using ((select public.is_staff()));
create policy "people write their own profile" on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people read their own roles" on public.roles for select to authenticated using (user_id = (select auth.uid()));
create policy "staff read roles" on public.roles for select to authenticated using ((select public.is_staff()));
create policy "staff read the outbox" on public.outbox for select to authenticated using ((select public.is_staff()));

revoke all on public.profiles, public.roles, public.outbox from anon, authenticated;
grant select on public.profiles, public.roles, public.outbox to authenticated;
grant update (name) on public.profiles to authenticated;
grant all on public.profiles, public.roles, public.outbox to service_role;
