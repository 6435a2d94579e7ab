-- The waiting list. Its order is priority, then joining time, then id.

create function private.describe_waitlist_entry(wanted bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'waitlist_token', l.token, 'places', w.places, 'name', w.name, 'email', private.real_email(w.email), 'joined_at', w.joined_at,
    'state', case when w.state = 'offered' and w.offer_ends_at <= clock_timestamp() then 'expired' else w.state end,
    'position', case when w.state = 'waiting' then (
      select 1 + count(*) from public.waitlist_entries o where o.pool_id = w.pool_id and o.state = 'waiting'
        and (o.priority > w.priority or (o.priority = w.priority and (o.joined_at, o.id) < (w.joined_at, w.id)))
    ) end,
    'waiting', (select p.waiting from public.capacity_pools p where p.id = w.pool_id),
    'offer_ends_at', w.offer_ends_at,
    'seconds_left', case when w.state = 'offered'
      then greatest(0, floor(extract(epoch from w.offer_ends_at - clock_timestamp())))::integer end,
    'session_id', (select s.id from public.sessions s where s.pool_id = w.pool_id and s.status = 'planned'
      order by s.starts_at <= now(), s.starts_at limit 1),
    'hold_token', (select k.token from public.holds h join private.hold_links k on k.hold_id = h.id where h.waitlist_entry_id = w.id)
  )
  from public.waitlist_entries w join private.waitlist_links l on l.waitlist_entry_id = w.id where w.id = wanted
$$;

create function private.open_waitlist_entry(waitlist_token text) returns public.waitlist_entries
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry public.waitlist_entries;
begin
  select w.* into entry from public.waitlist_entries w join private.waitlist_links l on l.waitlist_entry_id = w.id where l.token = waitlist_token;
  if entry.id is null then
    perform private.fail(404, 'no_wait', 'This link is not valid: it belongs to no waiting list.',
      '{"message_name":"waitlist_link_not_valid"}');
  end if;
  return entry;
end
$$;

-- Joining a waiting list reveals nothing about the address given: an address that waits already is answered as
-- any other and waits once more. The number of people waiting is public, so an entry that did not count would reveal it.
-- Someone who is signed in gets the entry back that they have.
create function public.join_waitlist(session_id uuid, places integer, person jsonb, idempotency_key text default null,
  proof text default null, language text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted public.sessions := private.open_session(join_waitlist.session_id);
  pool public.capacity_pools;
  known jsonb;
  made bigint;
  who jsonb := coalesce(person, '{}');
begin
  perform private.fail_problems(private.person_problems(who)
    || case when places between 1 and (select max_places from public.booking_settings) then '[]'
      else private.problem('places', 'bad_places', 'That many places cannot be waited for at once.', 'waitlist_max_places') end);
  known := private.find_answer('wait', idempotency_key);
  if known is not null then
    return private.describe_waitlist_entry((known ->> 'waitlist_entry_id')::bigint);
  end if;
  pool := private.lock_pool(wanted.pool_id);
  if not private.use_proof(proof) then
    perform private.count_unproven('wait');
  end if;
  if private.has_capacity(pool, places) then
    perform private.fail(409, 'places_free', 'There are free places. You can book now.');
  elsif places > pool.capacity then
    perform private.fail(422, 'bad_places', 'The class does not have that many places.',
      '{"field":"places","message_name":"class_has_fewer_places"}');
  end if;
  select w.id into made from public.waitlist_entries w
  where w.pool_id = pool.id and w.user_id = (select private.current_user_id()) and w.state in ('waiting', 'offered') order by w.id limit 1;
  if made is not null then
    return private.describe_waitlist_entry(made);
  end if;
  -- By the clock, not by the transaction's start: the first to get the lock comes first.
  insert into public.waitlist_entries (pool_id, places, joined_at, user_id, name, email, phone, language)
  values (pool.id, places, clock_timestamp(), private.current_user_id(), private.cleaned(who, 'name'), private.cleaned(who, 'email'),
    private.cleaned(who, 'phone'), private.page_language(join_waitlist.language)) returning id into made;
  insert into private.waitlist_links (waitlist_entry_id, token) values (made, private.new_token());
  perform private.settle_pool(pool.id);
  perform private.save_answer('wait', idempotency_key, jsonb_build_object('waitlist_entry_id', made));
  perform private.add_timeline_entry('joined the waiting list', session_id => wanted.id, waitlist_entry_id => made);
  perform private.add_job('mail.waiting', jsonb_build_object('waitlist_entry_id', made), key => 'waiting ' || made);
  return private.describe_waitlist_entry(made);
end
$$;
comment on function public.join_waitlist is 'Joins the waiting list of a session.';

create function public.waitlist_status(waitlist_token text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.describe_waitlist_entry((private.open_waitlist_entry(waitlist_token)).id)
$$;
comment on function public.waitlist_status is 'The waiting list entry that a secret link opens.';

create function public.accept_offer(waitlist_token text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry public.waitlist_entries := private.open_waitlist_entry(waitlist_token);
  for_session uuid;
  made uuid;
begin
  perform private.lock_pool(entry.pool_id);
  select * into entry from public.waitlist_entries where id = entry.id for update;
  if entry.state = 'offered' then
    select s.id into for_session from public.sessions s
    where s.pool_id = entry.pool_id and s.status = 'planned' and s.starts_at > now() order by s.starts_at limit 1;
    if for_session is null then
      perform private.fail(409, 'begun', 'This date has started.');
    end if;
    update public.waitlist_entries set state = 'accepted' where id = entry.id;
    made := private.make_hold(for_session, entry.places, entry.id);
    update public.holds h set expires_at = greatest(h.expires_at,
      least(entry.offer_ends_at, (select s.starts_at from public.sessions s where s.id = for_session)))
    where h.id = made;
    perform private.add_timeline_entry('accepted the offer', waitlist_entry_id => entry.id);
  elsif entry.state = 'waiting' then
    perform private.fail(409, 'no_offer', 'No place has been offered yet.');
  elsif entry.state <> 'accepted' then
    perform private.fail(409, 'offer_over', 'This offer has expired. The place was offered to the next person.');
  end if;
  return private.describe_waitlist_entry(entry.id);
end
$$;
comment on function public.accept_offer is 'Accepts an offered place, which becomes a hold with the deadline of the offer.';

create function public.leave_waitlist(waitlist_token text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry public.waitlist_entries := private.open_waitlist_entry(waitlist_token);
begin
  perform private.lock_pool(entry.pool_id);
  update public.waitlist_entries set state = case state when 'offered' then 'declined' else 'left' end
  where id = entry.id and state in ('waiting', 'offered');
  perform private.settle_pool(entry.pool_id);
  perform private.add_timeline_entry('left the waiting list', waitlist_entry_id => entry.id);
  return private.describe_waitlist_entry(entry.id);
end
$$;
comment on function public.leave_waitlist is
  'Leaves the waiting list or declines an offer; either way the next person is offered the place.';

create function public.move_in_waitlist(waitlist_entry_id bigint, priority integer, reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry public.waitlist_entries;
begin
  perform private.require_staff();
  if length(btrim(coalesce(reason, ''))) < 3 then
    perform private.fail(422, 'reason_missing', 'Give a reason to change a position on the waiting list.',
      '{"message_name":"position_reason_missing"}');
  end if;
  select * into entry from public.waitlist_entries w where w.id = move_in_waitlist.waitlist_entry_id;
  if entry.id is null then
    perform private.fail(404, 'no_wait', 'Waiting list entry not found.');
  end if;
  perform private.lock_pool(entry.pool_id);
  update public.waitlist_entries w set priority = move_in_waitlist.priority where w.id = entry.id;
  perform private.add_timeline_entry('position on the waiting list changed', waitlist_entry_id => entry.id,
    details => jsonb_build_object('from', entry.priority, 'to', priority, 'reason', reason));
  return private.describe_waitlist_entry(entry.id);
end
$$;
comment on function public.move_in_waitlist is 'Changes the priority of a waiting list entry; staff only, with a reason.';

create function public.my_waitlist_entries() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('waitlist_token', l.token, 'places', w.places, 'state', w.state,
    'title', d.title, 'starts_at', d.starts_at, 'translations', coalesce(d.translations, '{}')) order by w.joined_at, w.id), '[]')
  from public.waitlist_entries w join private.waitlist_links l on l.waitlist_entry_id = w.id
  left join lateral (
    select o.title, s.starts_at, private.session_translations(o.translations, '{}') as translations from public.sessions s join public.offerings o on o.id = s.offering_id
    where s.pool_id = w.pool_id and s.status = 'planned' order by s.starts_at <= now(), s.starts_at limit 1
  ) d on true
  where w.user_id = (select private.current_user_id()) and (w.state = 'waiting' or (w.state = 'offered' and w.offer_ends_at > now()))
$$;
comment on function public.my_waitlist_entries is 'The caller''s waiting list entries with a link to each.';

-- ---------- rights ----------
revoke all on function public.join_waitlist, public.waitlist_status, public.accept_offer, public.leave_waitlist, public.move_in_waitlist,
  public.my_waitlist_entries from public, anon, authenticated;
grant execute on function public.join_waitlist, public.waitlist_status, public.accept_offer,
  public.leave_waitlist to anon, authenticated, service_role;
grant execute on function public.move_in_waitlist, public.my_waitlist_entries to authenticated, service_role;
