-- The radio's chat: open while somebody is live, closed with the show. Everybody reads what is being said; words come in
-- through the station (which asks guests whether they are people), and hosts and staff take them out.
create table public.radio_chats (
  -- The live session it belongs to.
  id uuid primary key references public.radio_live_sessions (id) on delete cascade,
  show_id uuid references public.shows (id) on delete set null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create index radio_chats_open on public.radio_chats (opened_at desc) where closed_at is null;
create index radio_chats_show on public.radio_chats (show_id);

create table public.radio_chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.radio_chats (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  -- Whoever wrote it: the account, or a mark of the connection that leads to nobody.
  author text not null check (length(author) between 1 and 64),
  author_kind text not null check (author_kind in ('guest', 'member', 'host', 'staff')),
  name text not null check (length(name) between 1 and 40),
  body text not null check (length(body) between 1 and 500),
  sent_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references auth.users (id) on delete set null
);
create index radio_chat_messages_newest on public.radio_chat_messages (chat_id, sent_at desc, id);
create index radio_chat_messages_author on public.radio_chat_messages (chat_id, author, sent_at desc);
create index radio_chat_messages_user on public.radio_chat_messages (user_id);
create index radio_chat_messages_removed_by on public.radio_chat_messages (removed_by);

-- Who is quiet for the rest of a show.
create table public.radio_chat_mutes (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.radio_chats (id) on delete cascade,
  author text not null,
  name text not null,
  muted_by uuid references auth.users (id) on delete set null,
  muted_at timestamptz not null default now(),
  unique (chat_id, author)
);
create index radio_chat_mutes_muted_by on public.radio_chat_mutes (muted_by);

-- Staff always; the host who is live; the other hosts of the show.
create function public.may_moderate_chat(chat uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_staff()
    or exists (select from public.radio_live_sessions s where s.id = chat and s.user_id = (select auth.uid()))
    or exists (
      select from public.radio_chats c join public.radio_show_hosts h on h.show_id = c.show_id
      where c.id = chat and h.user_id = (select auth.uid())
    )
$$;
revoke all on function public.may_moderate_chat(uuid) from public;
grant execute on function public.may_moderate_chat(uuid) to anon, authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['radio_chats', 'radio_chat_messages', 'radio_chat_mutes']
  loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
end
$$;

-- Never the author's mark or account: a name is all that the others get to know.
grant select on public.radio_chats to anon, authenticated;
grant select (id, chat_id, author_kind, name, body, sent_at, removed_at) on public.radio_chat_messages to anon, authenticated;
grant select (id, chat_id, name, muted_at) on public.radio_chat_mutes to authenticated;

create policy "everyone sees that a chat is open" on public.radio_chats for select using (closed_at is null);
create policy "hosts and staff see their chats" on public.radio_chats for select to authenticated
  using (public.may_moderate_chat(id));
create policy "everyone reads an open chat" on public.radio_chat_messages for select
  using (removed_at is null and exists (select from public.radio_chats c where c.id = chat_id and c.closed_at is null));
create policy "hosts and staff read their chats" on public.radio_chat_messages for select to authenticated
  using (public.may_moderate_chat(chat_id));
create policy "hosts and staff see who is quiet" on public.radio_chat_mutes for select to authenticated
  using (public.may_moderate_chat(chat_id));

-- ---------- a chat opens and closes with its live session ----------
create function private.follow_live_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.radio_chats (id, show_id, opened_at, closed_at)
  values (new.id, new.show_id, new.started_at, new.ended_at)
  on conflict (id) do update set show_id = excluded.show_id, closed_at = excluded.closed_at;
  return null;
end
$$;
create trigger chat_follows after insert or update of show_id, ended_at on public.radio_live_sessions
  for each row execute function private.follow_live_session();

-- ---------- what is said ----------
-- For the station alone. Answers with the row's id, or with why not: closed, muted, slow, again, crowded.
create function private.say_in_chat(person uuid, connection text, given_name text, words text)
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
revoke all on function private.say_in_chat(uuid, text, text, text) from public;

-- ---------- and taken out ----------
create function public.remove_chat_message(message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chat uuid := (select m.chat_id from public.radio_chat_messages m where m.id = message);
begin
  if chat is null or not public.may_moderate_chat(chat) then
    raise exception 'Only hosts of the show and staff may take a message out.' using errcode = '42501';
  end if;
  update public.radio_chat_messages set removed_at = now(), removed_by = (select auth.uid())
    where id = message and removed_at is null;
end
$$;

-- Quiet until the show ends; what they said goes with it.
create function public.mute_chat_author(message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.radio_chat_messages;
begin
  select * into found from public.radio_chat_messages m where m.id = message;
  if found.id is null or not public.may_moderate_chat(found.chat_id) then
    raise exception 'Only hosts of the show and staff may mute somebody.' using errcode = '42501';
  end if;
  if found.author_kind in ('host', 'staff') then
    raise exception 'Hosts and staff cannot be muted.' using errcode = '23514';
  end if;
  insert into public.radio_chat_mutes (chat_id, author, name, muted_by)
    values (found.chat_id, found.author, found.name, (select auth.uid())) on conflict do nothing;
  update public.radio_chat_messages set removed_at = now(), removed_by = (select auth.uid())
    where chat_id = found.chat_id and author = found.author and removed_at is null;
end
$$;

create function public.unmute_chat_author(mute uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.radio_chat_mutes m where m.id = mute and public.may_moderate_chat(m.chat_id);
  if not found then
    raise exception 'Only hosts of the show and staff may let somebody speak again.' using errcode = '42501';
  end if;
end
$$;
revoke all on function public.remove_chat_message(uuid), public.mute_chat_author(uuid), public.unmute_chat_author(uuid)
  from public, anon;
grant execute on function public.remove_chat_message(uuid), public.mute_chat_author(uuid), public.unmute_chat_author(uuid)
  to authenticated, service_role;

-- ---------- pages hear of it ----------
-- On a private channel, so that nobody but the database can put words into somebody's mouth.
create function private.tell_chat(event text, payload jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send(payload, event, 'radio:chat', true);
  end if;
end
$$;
revoke all on function private.tell_chat(text, jsonb) from public;

create function private.tell_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.removed_at is not null then
    perform private.tell_chat('removed', pg_catalog.jsonb_build_object('id', new.id, 'chat_id', new.chat_id));
  else
    perform private.tell_chat('said', pg_catalog.jsonb_build_object('id', new.id, 'chat_id', new.chat_id,
      'author_kind', new.author_kind, 'name', new.name, 'body', new.body, 'sent_at', new.sent_at));
  end if;
  return null;
end
$$;
create trigger tell_chat after insert or update of removed_at on public.radio_chat_messages
  for each row execute function private.tell_chat_message();

create function private.tell_chat_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_chat(case when new.closed_at is null then 'opened' else 'closed' end,
    pg_catalog.jsonb_build_object('id', new.id));
  return null;
end
$$;
create trigger tell_chat after insert or update of closed_at on public.radio_chats
  for each row execute function private.tell_chat_state();

do $$
declare
  name text;
begin
  foreach name in array array['radio_chats', 'radio_chat_messages']
  loop
    execute format('create trigger content_changed after insert or update or delete or truncate on public.%I
      for each statement execute function private.notify_content()', name);
  end loop;
  if pg_catalog.to_regclass('realtime.messages') is not null then
    create policy "everyone hears the chat of the radio" on realtime.messages for select to anon, authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'radio:chat');
  end if;
end
$$;
