-- Whoever has a place on a date that somebody else teaches now is written to, one letter an order, whoever found the substitute.
create function private.tell_substitute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_job('mail.teacher_changed',
    jsonb_build_object('order_id', seated.order_id, 'session_id', new.session_id, 'request_id', new.id),
    key => format('teacher changed %s %s', seated.order_id, new.id))
  from (
    select distinct b.order_id from public.bookings b join public.sessions s on s.pool_id = b.pool_id
    where s.id = new.session_id and s.status = 'planned' and s.starts_at > now() and b.state = 'seated'
  ) seated;
  return null;
end
$$;
create trigger people_are_told after update of state on public.substitute_requests
  for each row when (new.state = 'found' and old.state is distinct from 'found') execute function private.tell_substitute();
