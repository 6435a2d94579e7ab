-- What waits for a hand, as two numbers beside the menu: letters that nobody answered, mails that did not arrive. Counted
-- under the caller's own row policies; that they changed is told on a channel of the desk, without saying what.
create index outbox_failed on public.outbox (created_at desc, id) where state = 'failed';

create function public.desk_counts() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'open_letters', (select count(*) from public.contact_messages m where m.state = 'open'),
    'failed_mails', (select count(*) from public.outbox o where o.state = 'failed'))
  where public.is_staff()
$$;
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;

create function private.ring_desk() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send('{}', tg_argv[0], 'desk:bell', true);
  end if;
  return null;
end
$$;
revoke all on function private.ring_desk() from public, anon, authenticated;
create trigger ring_desk after insert on public.contact_messages
  for each row when (new.state = 'open') execute function private.ring_desk('letters');
create trigger ring_desk_changed after update of state on public.contact_messages
  for each row when (old.state is distinct from new.state) execute function private.ring_desk('letters');
create trigger ring_desk_gone after delete on public.contact_messages
  for each row when (old.state = 'open') execute function private.ring_desk('letters');
-- Mails that simply go out ring nothing: a newsletter is thousands of them.
create trigger ring_desk_changed after update of state on public.outbox
  for each row when (old.state is distinct from new.state and 'failed' in (old.state, new.state))
  execute function private.ring_desk('mails');
create trigger ring_desk_gone after delete on public.outbox
  for each row when (old.state = 'failed') execute function private.ring_desk('mails');

do $$
begin
  if to_regclass('realtime.messages') is not null then
    execute $policy$
      create policy "staff hear the bell of the desk" on realtime.messages for select to authenticated
        using (extension = 'broadcast' and (select realtime.topic()) = 'desk:bell' and (select public.is_staff()))
    $policy$;
  end if;
end
$$;
