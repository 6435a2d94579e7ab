-- Where a member stands in queues, with the way to each place: whoever joined signed in needs no mail to find it again.
create function public.my_queue() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('wait_token', l.token, 'places', w.places, 'state', w.state,
    'title', d.title, 'starts_at', d.starts_at) order by w.joined_at, w.id), '[]')
  from public.wait_entries w join private.wait_links l on l.wait_id = w.id
  left join lateral (
    select o.title, s.starts_at from public.sessions s join public.offerings o on o.id = s.offering_id
    where s.pool_id = w.pool_id and s.status = 'planned' order by s.starts_at <= now(), s.starts_at limit 1
  ) d on true
  where w.user_id = auth.uid() and (w.state = 'waiting' or (w.state = 'offered' and w.offer_ends_at > now()))
$$;
revoke all on function public.my_queue() from public, anon;
grant execute on function public.my_queue() to authenticated, service_role;
