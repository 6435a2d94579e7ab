-- The radio's chat: open while a host is live, closed with the show. Everyone reads it; messages come in through the
-- station, and hosts and staff remove them.

create table public.radio_chats (
  -- The live session it belongs to.
  id uuid primary key references public.radio_live_sessions (id) on delete cascade,
  show_id uuid references public.shows (id) on delete set null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- While it is paused only hosts and staff write.
  paused_at timestamptz
);
comment on table public.radio_chats is 'Chats of live sessions; a chat is open while its live session runs.';
alter table public.radio_chats enable row level security;

create table public.radio_chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.radio_chats (id) on delete cascade,
  -- Deleted with the account of its author.
  user_id uuid references auth.users (id) on delete cascade,
  -- The author: the account, or a mark of the connection that identifies nobody.
  author text not null check (length(author) between 1 and 64),
  author_kind text not null check (author_kind in ('guest', 'member', 'host', 'staff')),
  name text not null check (length(name) between 1 and 40),
  body text not null check (length(body) between 1 and 500),
  sent_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references auth.users (id) on delete set null
);
comment on table public.radio_chat_messages is 'Messages of a chat.';
alter table public.radio_chat_messages enable row level security;

create table public.radio_chat_mutes (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.radio_chats (id) on delete cascade,
  author text not null,
  name text not null,
  muted_by uuid references auth.users (id) on delete set null,
  muted_at timestamptz not null default now(),
  unique (chat_id, author)
);
comment on table public.radio_chat_mutes is 'Authors who are muted for the rest of a show.';
alter table public.radio_chat_mutes enable row level security;

-- A guest who comes back loud show after show can be muted by address: no guest from that connection speaks in the chat,
-- under whatever name, until someone lifts it or a month has passed. The address itself is nowhere: only the mark of it
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
comment on table public.radio_chat_address_mutes is
  'Connections from which guests cannot write for a month, stored as a mark that identifies nobody.';
alter table public.radio_chat_address_mutes enable row level security;

alter table public.radio_live_sessions add foreign key (chat_id) references public.radio_chats (id) on delete set null;

-- ---------- indexes ----------
create index radio_chats_open on public.radio_chats (opened_at desc) where closed_at is null;
create index radio_chats_show on public.radio_chats (show_id);
create index radio_chat_messages_newest on public.radio_chat_messages (chat_id, sent_at desc, id);
create index radio_chat_messages_author on public.radio_chat_messages (chat_id, author, sent_at desc);
create index radio_chat_messages_user on public.radio_chat_messages (user_id);
create index radio_chat_messages_removed_by on public.radio_chat_messages (removed_by);
create index radio_chat_mutes_muted_by on public.radio_chat_mutes (muted_by);
create index radio_chat_address_mutes_show on public.radio_chat_address_mutes (show_id);
create index radio_chat_address_mutes_muted_by on public.radio_chat_address_mutes (muted_by);

-- ---------- functions that row policies call ----------
create function public.may_moderate_chat(chat uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.is_staff()
    or exists (select from public.radio_live_sessions s where s.id = chat and s.user_id = (select private.current_user_id()))
    or exists (
      select from public.radio_chats c join public.radio_show_hosts h on h.show_id = c.show_id
      where c.id = chat and h.user_id = (select private.current_user_id())
    )
$$;
comment on function public.may_moderate_chat is
  'Whether the caller may moderate a chat: staff, the host who is live, and the other hosts of the show.';

-- Staff all of them; a host those of their own shows, and those they set.
create function private.may_lift_address_mute(show uuid, setter uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.is_staff() or public.has_role('host') and (setter = (select private.current_user_id())
    or exists (select from public.radio_show_hosts h where h.show_id = show and h.user_id = (select private.current_user_id())))
$$;

-- ---------- row policies ----------
create policy "everyone sees that a chat is open" on public.radio_chats for select using (closed_at is null);
create policy "hosts and staff see their chats" on public.radio_chats for select to authenticated
  using (public.may_moderate_chat(id));
create policy "everyone reads an open chat" on public.radio_chat_messages for select
  using (removed_at is null and exists (select from public.radio_chats c where c.id = chat_id and c.closed_at is null));
create policy "hosts and staff read their chats" on public.radio_chat_messages for select to authenticated
  using (public.may_moderate_chat(chat_id));
create policy "hosts and staff see who is quiet" on public.radio_chat_mutes for select to authenticated
  using (public.may_moderate_chat(chat_id));
create policy "hosts and staff see muted addresses" on public.radio_chat_address_mutes for select to authenticated
  using (private.may_lift_address_mute(show_id, muted_by));

-- ---------- functions ----------
-- For the station alone. Answers with the row's id, or with why not: closed, paused, muted, slow, again, crowded; "blocked"
-- for guests from a muted address.
create function private.post_chat_message(person uuid, connection text, given_name text, message_text text)
returns table (state text, message_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  -- One message of a chat at a time: nobody slips past a limit of a person, nor all of them past that of the chat.
  perform private.lock_name('radio chat ' || chat.id);
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
  if (select m.body = message_text and m.sent_at > now() - interval '1 minute' from public.radio_chat_messages m
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
    select coalesce(nullif(pg_catalog.left(pg_catalog.btrim(p.name), 40), ''), 'Someone') into shown
      from auth.users u left join public.profiles p on p.user_id = u.id where u.id = person;
    kind := case
      when exists (select from public.radio_live_sessions s where s.id = chat.id and s.user_id = person)
        or exists (select from public.radio_show_hosts h where h.show_id = chat.show_id and h.user_id = person) then 'host'
      when exists (select from public.roles r where r.user_id = person and r.role in ('staff', 'owner')) then 'staff'
      else 'member'
    end;
  end if;
  if chat.paused_at is not null and kind not in ('host', 'staff') then
    return query select 'paused', null::uuid;
    return;
  end if;
  return query
    insert into public.radio_chat_messages (chat_id, user_id, author, author_kind, name, body)
    values (chat.id, person, who, kind, shown, message_text)
    returning 'said'::text, id;
end
$$;

create function private.follow_live_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  chat uuid;
begin
  if tg_op = 'UPDATE' then
    -- The end of the old connection may be noticed after the new one started: then the chat stays open.
    update public.radio_chats c set closed_at = new.ended_at, show_id = new.show_id
      where c.id = new.chat_id and not exists (
        select from public.radio_live_sessions other
        where other.chat_id = new.chat_id and other.id <> new.id and other.ended_at is null
      );
    return null;
  end if;
  select c.id into chat
    from public.radio_live_sessions before join public.radio_chats c on c.id = before.chat_id
    where before.user_id = new.user_id and before.id <> new.id and before.show_id is not distinct from new.show_id
      and (c.closed_at is null or c.closed_at > new.started_at - interval '5 minutes')
    order by c.opened_at desc limit 1;
  if chat is null then
    insert into public.radio_chats (id, show_id, opened_at, closed_at)
      values (new.id, new.show_id, new.started_at, new.ended_at) returning id into chat;
  else
    update public.radio_chats set closed_at = new.ended_at where id = chat;
  end if;
  update public.radio_live_sessions set chat_id = chat where id = new.id;
  return null;
end
$$;

create function public.pause_chat(chat uuid, is_paused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.may_moderate_chat(chat) then
    raise exception 'Only hosts of the show and staff can pause the chat.'
      using errcode = '42501', hint = 'hosts_pause_chat';
  end if;
  update public.radio_chats c set paused_at = case when is_paused then now() end
    where c.id = chat and (c.paused_at is not null) is distinct from is_paused;
end
$$;
comment on function public.pause_chat is 'Pauses the chat of a live show for listeners, or resumes it.';

create function public.remove_chat_message(message uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  chat uuid := (select m.chat_id from public.radio_chat_messages m where m.id = message);
begin
  if chat is null or not public.may_moderate_chat(chat) then
    raise exception 'Only hosts of the show and staff can remove a message.'
      using errcode = '42501', hint = 'hosts_remove_message';
  end if;
  update public.radio_chat_messages set removed_at = now(), removed_by = (select private.current_user_id())
    where id = message and removed_at is null;
end
$$;
comment on function public.remove_chat_message is 'Removes a message from a chat.';

create function public.mute_chat_author(message uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found public.radio_chat_messages;
begin
  select * into found from public.radio_chat_messages m where m.id = message;
  if found.id is null or not public.may_moderate_chat(found.chat_id) then
    raise exception 'Only hosts of the show and staff can mute someone.'
      using errcode = '42501', hint = 'hosts_mute';
  end if;
  if found.author_kind in ('host', 'staff') then
    raise exception 'Hosts and staff cannot be muted.'
      using errcode = '23514', hint = 'host_not_mutable';
  end if;
  insert into public.radio_chat_mutes (chat_id, author, name, muted_by)
    values (found.chat_id, found.author, found.name, (select private.current_user_id())) on conflict do nothing;
  update public.radio_chat_messages set removed_at = now(), removed_by = (select private.current_user_id())
    where chat_id = found.chat_id and author = found.author and removed_at is null;
end
$$;
comment on function public.mute_chat_author is 'Mutes the author of a message until the show ends and removes their messages.';

create function public.unmute_chat_author(mute uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.radio_chat_mutes m where m.id = mute and public.may_moderate_chat(m.chat_id);
  if not found then
    raise exception 'Only hosts of the show and staff can unmute someone.'
      using errcode = '42501', hint = 'hosts_unmute';
  end if;
end
$$;
comment on function public.unmute_chat_author is 'Lifts a mute of an author.';

create function public.mute_chat_address(message uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  said public.radio_chat_messages;
begin
  select * into said from public.radio_chat_messages m where m.id = message;
  if said.id is null or not public.may_moderate_chat(said.chat_id) then
    raise exception 'Only hosts of the show and staff can mute an address.'
      using errcode = '42501', hint = 'hosts_mute_address';
  elsif said.author_kind <> 'guest' then
    perform private.fail(422, 'has_account', 'This person has an account. Mute the account instead of the address.');
  end if;
  delete from public.radio_chat_address_mutes m where m.ends_at <= now();
  insert into public.radio_chat_address_mutes as a (mark, name, show_id, muted_by)
  values (said.author, said.name, (select c.show_id from public.radio_chats c where c.id = said.chat_id), private.current_user_id())
  on conflict (mark) do update set ends_at = excluded.ends_at;
  update public.radio_chat_messages set removed_at = now(), removed_by = (select private.current_user_id())
  where chat_id = said.chat_id and author = said.author and removed_at is null;
  perform private.audit('radio', 'muted_an_address_in_the_chat', said.name, jsonb_build_object('chat', said.chat_id));
end
$$;
comment on function public.mute_chat_address is 'Mutes guests from the connection of a message for a month.';

create function public.unmute_chat_address(mute uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lifted public.radio_chat_address_mutes;
begin
  delete from public.radio_chat_address_mutes m where m.id = mute and private.may_lift_address_mute(m.show_id, m.muted_by)
  returning * into lifted;
  if lifted.id is null then
    raise exception 'Only hosts of the show and staff can unmute an address.'
      using errcode = '42501', hint = 'hosts_unmute_address';
  end if;
  perform private.audit('radio', 'lifted_a_muted_address_in_the_chat', lifted.name);
end
$$;
comment on function public.unmute_chat_address is 'Lifts a mute of a connection.';

-- On a private channel, so that only the database can send messages.
create function private.broadcast_chat(event text, payload jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if pg_catalog.to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send(payload, event, 'radio:chat', true);
  end if;
end
$$;

create function private.broadcast_chat_message() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.removed_at is not null then
    perform private.broadcast_chat('removed', pg_catalog.jsonb_build_object('id', new.id, 'chat_id', new.chat_id));
  else
    perform private.broadcast_chat('said', pg_catalog.jsonb_build_object('id', new.id, 'chat_id', new.chat_id,
      'author_kind', new.author_kind, 'name', new.name, 'body', new.body, 'sent_at', new.sent_at));
  end if;
  return null;
end
$$;

create function private.broadcast_chat_state() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.broadcast_chat(case when new.closed_at is null then 'opened' else 'closed' end,
    pg_catalog.jsonb_build_object('id', new.id));
  return null;
end
$$;

create function private.broadcast_chat_pause() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.broadcast_chat('paused',
    pg_catalog.jsonb_build_object('id', new.id, 'is_paused', new.paused_at is not null));
  return null;
end
$$;

-- ---------- triggers ----------
create trigger chat_follows after insert or update of show_id, ended_at on public.radio_live_sessions
  for each row execute function private.follow_live_session();
create trigger tell_chat after insert or update of removed_at on public.radio_chat_messages
  for each row execute function private.broadcast_chat_message();
create trigger tell_chat after insert or update of closed_at on public.radio_chats
  for each row execute function private.broadcast_chat_state();
create trigger tell_pause after update of paused_at on public.radio_chats
  for each row when (old.paused_at is distinct from new.paused_at) execute function private.broadcast_chat_pause();
create trigger content_changed after insert or update or delete or truncate on public.radio_chats
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.radio_chat_messages
  for each statement execute function private.notify_content();

-- ---------- rights ----------
revoke all on public.radio_chats, public.radio_chat_messages, public.radio_chat_mutes,
  public.radio_chat_address_mutes from anon, authenticated;
grant select on public.radio_chats to anon, authenticated;
-- Never the author's mark or account: a name is all that others get to know.
grant select (id, chat_id, author_kind, name, body, sent_at, removed_at) on public.radio_chat_messages to anon, authenticated;
grant select (id, chat_id, name, muted_at) on public.radio_chat_mutes to authenticated;
grant select (id, name, show_id, muted_by, muted_at, ends_at) on public.radio_chat_address_mutes to authenticated;
grant all on public.radio_chats, public.radio_chat_messages, public.radio_chat_mutes,
  public.radio_chat_address_mutes to service_role;
revoke all on function public.may_moderate_chat, public.pause_chat, public.remove_chat_message, public.mute_chat_author, public.unmute_chat_author,
  public.mute_chat_address, public.unmute_chat_address from public, anon, authenticated;
grant execute on function public.may_moderate_chat, public.pause_chat, public.remove_chat_message, public.mute_chat_author,
  public.unmute_chat_author, public.mute_chat_address, public.unmute_chat_address,
  private.may_lift_address_mute to authenticated, service_role;
