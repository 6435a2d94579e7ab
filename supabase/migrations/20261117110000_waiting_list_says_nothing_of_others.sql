-- Whoever joins a waiting list learns nothing about the address they give: an address that waits already is answered as
-- any other and waits once more. The number of people waiting is public, so an entry that did not count would tell.
-- Someone who is signed in gets the entry back that they have.
create or replace function public.join_queue(session_id uuid, places integer, person jsonb, idempotency_key text default null,
  proof text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.sessions := private.open_session(join_queue.session_id);
  pool public.pools;
  known jsonb;
  made bigint;
  who jsonb := coalesce(person, '{}');
begin
  perform private.refuse_problems(private.person_problems(who)
    || case when places between 1 and (select most_places from public.booking_settings) then '[]'
      else private.problem('places', 'bad_places', 'That many places cannot be waited for at once.') end);
  known := private.answered('wait', idempotency_key);
  if known is not null then
    return private.describe_wait((known ->> 'wait_id')::bigint);
  end if;
  if not private.use_proof(proof) then
    perform private.count_unproven('wait');
  end if;
  pool := private.lock_pool(wanted.pool_id);
  if private.has_room(pool, places) then
    perform private.fail(409, 'places_free', 'There are places: no need to wait.');
  elsif places > pool.capacity then
    perform private.fail(422, 'bad_places', 'There are not that many places in the room.', '{"field":"places"}');
  end if;
  select w.id into made from public.wait_entries w
  where w.pool_id = pool.id and w.user_id = auth.uid() and w.state in ('waiting', 'offered') order by w.id limit 1;
  if made is not null then
    return private.describe_wait(made);
  end if;
  -- By the clock, not by the transaction's start: whoever got the lock first stands first.
  insert into public.wait_entries (pool_id, places, joined_at, user_id, name, email, phone)
  values (pool.id, places, clock_timestamp(), auth.uid(), private.cleaned(who, 'name'), private.cleaned(who, 'email'),
    private.cleaned(who, 'phone')) returning id into made;
  insert into private.wait_links (wait_id, token) values (made, private.new_token());
  perform private.settle_pool(pool.id);
  perform private.remember('wait', idempotency_key, jsonb_build_object('wait_id', made));
  perform private.note('joined the queue', session_id => wanted.id, wait_id => made);
  perform private.add_job('mail.waiting', jsonb_build_object('wait_id', made), key => 'waiting ' || made);
  return private.describe_wait(made);
end
$$;
