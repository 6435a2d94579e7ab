-- Exchanges a refresh token for the next one of its session, in one round trip and under the session's row lock:
-- however many clients present the same token at once, one of them rotates it and the others receive the same successor.
-- The outcome comes back as a word, because an exception would undo the revocation of a stolen token's family.
create function auth.rotate_refresh_token(
  presented text,
  successor text,
  at timestamptz,
  reuse_interval interval,
  timebox interval,
  inactivity interval,
  client_ip inet,
  client_user_agent text,
  client_application uuid
)
returns table (outcome text, token text, session_id uuid)
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '5s'
as $$
declare
  held auth.refresh_tokens%rowtype;
  owner auth.sessions%rowtype;
  active auth.refresh_tokens%rowtype;
begin
  select * into held from auth.refresh_tokens as known where known.token = presented;
  if not found then
    return query select 'not_found', null::text, null::uuid;
    return;
  end if;
  select * into owner from auth.sessions as known where known.id = held.session_id for update;
  if not found then
    return query select 'session_gone', null::text, null::uuid;
    return;
  end if;
  -- A token of one application is of no use to another, nor to the site itself.
  if owner.oauth_client_id is distinct from client_application then
    return query select 'not_found', null::text, null::uuid;
    return;
  end if;
  -- Another refresh may have rotated the token while this one waited for the lock.
  select * into held from auth.refresh_tokens as known where known.id = held.id;
  if owner.not_after < at
    or owner.created_at + timebox < at
    or coalesce(owner.refreshed_at at time zone 'utc', owner.created_at) + inactivity < at
  then
    return query select 'expired', null::text, owner.id;
    return;
  end if;

  if not held.revoked then
    update auth.refresh_tokens as known set revoked = true, updated_at = at where known.id = held.id;
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (successor, held.user_id, false, at, at, held.token, owner.id);
    update auth.sessions as known
    set refreshed_at = at at time zone 'utc', updated_at = at, ip = client_ip, user_agent = client_user_agent
    where known.id = owner.id;
    return query select 'rotated', successor, owner.id;
    return;
  end if;

  select * into active from auth.refresh_tokens as known
  where known.session_id = owner.id and not known.revoked
  order by known.id desc
  limit 1;
  if found and (active.parent = held.token or held.updated_at + reuse_interval >= at) then
    return query select 'repeated', active.token::text, owner.id;
    return;
  end if;
  update auth.refresh_tokens as known set revoked = true, updated_at = at
  where known.session_id = owner.id and not known.revoked;
  return query select 'already_used', null::text, owner.id;
end
$$;

revoke execute on function
  auth.rotate_refresh_token(text, text, timestamptz, interval, interval, interval, inet, text, uuid) from public;
