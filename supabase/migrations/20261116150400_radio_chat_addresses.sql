-- A guest who comes back loud show after show can be muted by address: no guest from that connection speaks in the chat,
-- under whatever name, until somebody lifts it or a month has passed. The address itself is nowhere: only the mark of it
-- that stands with what was said, which leads to nobody and which nobody reads. People with an account speak for themselves.
create table public.radio_chat_address_mutes (
  id uuid primary key default gen_random_uuid(),
  mark text not null unique check (length(mark) between 1 and 64),
  -- Under which name it was, in which show, said by whom.
  name text not null,
  show_id uuid references public.shows (id) on delete set null,
  muted_by uuid references auth.users (id) on delete set null,
  muted_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '30 days'
);
create index radio_chat_address_mutes_show on public.radio_chat_address_mutes (show_id);
create index radio_chat_address_mutes_muted_by on public.radio_chat_address_mutes (muted_by);

-- Staff all of them; a host those of their own shows, and those they set.
create function private.may_lift_address_mute(show uuid, setter uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_staff() or public.has_role('host') and (setter = (select auth.uid())
    or exists (select from public.radio_show_hosts h where h.show_id = show and h.user_id = (select auth.uid())))
$$;

alter table public.radio_chat_address_mutes enable row level security;
revoke all on public.radio_chat_address_mutes from anon, authenticated;
grant select (id, name, show_id, muted_by, muted_at, ends_at) on public.radio_chat_address_mutes to authenticated;
grant all on public.radio_chat_address_mutes to service_role;
create policy "hosts and staff see muted addresses" on public.radio_chat_address_mutes for select to authenticated
  using (private.may_lift_address_mute(show_id, muted_by));

create function public.mute_chat_address(message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said public.radio_chat_messages;
begin
  select * into said from public.radio_chat_messages m where m.id = message;
  if said.id is null or not public.may_moderate_chat(said.chat_id) then
    raise exception 'Only hosts of the show and staff may mute an address.' using errcode = '42501';
  elsif said.author_kind <> 'guest' then
    perform private.fail(422, 'has_account', 'Whoever speaks with an account is muted by it, not by an address.');
  end if;
  delete from public.radio_chat_address_mutes m where m.ends_at <= now();
  insert into public.radio_chat_address_mutes as a (mark, name, show_id, muted_by)
  values (said.author, said.name, (select c.show_id from public.radio_chats c where c.id = said.chat_id), auth.uid())
  on conflict (mark) do update set ends_at = excluded.ends_at;
  update public.radio_chat_messages set removed_at = now(), removed_by = auth.uid()
  where chat_id = said.chat_id and author = said.author and removed_at is null;
  perform private.audit('radio', 'muted an address in the chat', said.name, jsonb_build_object('chat', said.chat_id));
end
$$;

create function public.unmute_chat_address(mute uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lifted public.radio_chat_address_mutes;
begin
  delete from public.radio_chat_address_mutes m where m.id = mute and private.may_lift_address_mute(m.show_id, m.muted_by)
  returning * into lifted;
  if lifted.id is null then
    raise exception 'Only hosts of the show and staff may lift it.' using errcode = '42501';
  end if;
  perform private.audit('radio', 'lifted a muted address in the chat', lifted.name);
end
$$;
revoke all on function public.mute_chat_address(uuid), public.unmute_chat_address(uuid) from public, anon;
grant execute on function public.mute_chat_address(uuid), public.unmute_chat_address(uuid) to authenticated, service_role;

-- As before, and "blocked" for guests from a muted address.
create or replace function private.say_in_chat(person uuid, connection text, given_name text, words text)
returns table (state text, message_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  chat public.radio_chats;
  who text := coalesce(person::text, connection);
  kind text := 'guest';
  shown text := given_name;
begin
  select * into chat from public.radio_chats c where c.closed_at is null order by c.opened_at desc limit 1;
  if chat.id is null then
    return query select 'closed', null::uuid;
    return;
  end if;
  -- One message of a person at a time, so that nobody slips past a limit by sending twice at once.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('radio chat ' || who));
  if person is null and exists (select from public.radio_chat_address_mutes m where m.mark = connection and m.ends_at > now()) then
    return query select 'blocked', null::uuid;
    return;
  end if;
  if exists (select from public.radio_chat_mutes m where m.chat_id = chat.id and m.author = who) then
    return query select 'muted', null::uuid;
    return;
  end if;
  if (select count(*) >= 5 from public.radio_chat_messages m
      where m.chat_id = chat.id and m.author = who and m.sent_at > now() - interval '15 seconds')
    or (select count(*) >= 60 from public.radio_chat_messages m
      where m.chat_id = chat.id and m.author = who and m.sent_at > now() - interval '10 minutes') then
    return query select 'slow', null::uuid;
    return;
  end if;
  if (select m.body = words and m.sent_at > now() - interval '1 minute' from public.radio_chat_messages m
      where m.chat_id = chat.id and m.author = who order by m.sent_at desc limit 1) then
    return query select 'again', null::uuid;
    return;
  end if;
  if (select count(*) >= 100 from public.radio_chat_messages m
      where m.chat_id = chat.id and m.sent_at > now() - interval '10 seconds') then
    return query select 'crowded', null::uuid;
    return;
  end if;
  if person is not null then
    select coalesce(nullif(pg_catalog.left(pg_catalog.btrim(p.name), 40), ''), 'Somebody') into shown
      from auth.users u left join public.profiles p on p.user_id = u.id where u.id = person;
    kind := case
      when exists (select from public.radio_live_sessions s where s.id = chat.id and s.user_id = person)
        or exists (select from public.radio_show_hosts h where h.show_id = chat.show_id and h.user_id = person) then 'host'
      when exists (select from public.roles r where r.user_id = person and r.role in ('staff', 'owner')) then 'staff'
      else 'member'
    end;
  end if;
  return query
    insert into public.radio_chat_messages (chat_id, user_id, author, author_kind, name, body)
    values (chat.id, person, who, kind, shown, words)
    returning 'said'::text, id;
end
$$;
