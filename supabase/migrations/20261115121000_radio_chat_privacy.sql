-- What somebody said in the radio's chat is theirs: it is in their file, and it goes with their account.
alter table public.radio_chat_messages
  drop constraint radio_chat_messages_user_id_fkey,
  add foreign key (user_id) references auth.users (id) on delete cascade;

alter function public.my_data() rename to data_without_radio;
alter function public.data_without_radio() set schema private;
create function public.my_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.data_without_radio() || pg_catalog.jsonb_build_object('radio', pg_catalog.jsonb_build_object(
    'said', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('at', m.sent_at, 'as', m.name, 'words', m.body,
        'taken_out', m.removed_at is not null) order by m.sent_at), '[]')
      from public.radio_chat_messages m where m.user_id = auth.uid()
    ),
    'live', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('from', s.started_at, 'until', s.ended_at,
        'client', s.client) order by s.started_at), '[]')
      from public.radio_live_sessions s where s.user_id = auth.uid()
    )
  ))
$$;
revoke all on function private.data_without_radio() from public, anon, authenticated;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated;
