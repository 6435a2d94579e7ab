-- A host whose line broke comes back as a new live session: the chat of their show goes on, with what was said in it.
alter table public.radio_live_sessions add column chat_id uuid references public.radio_chats (id) on delete set null;
create index radio_live_sessions_chat on public.radio_live_sessions (chat_id);
update public.radio_live_sessions s set chat_id = c.id from public.radio_chats c where c.id = s.id;

create or replace function private.follow_live_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chat uuid;
begin
  if tg_op = 'UPDATE' then
    -- The old line may be noticed after the new one stands: then the chat is not the old one's to close.
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
