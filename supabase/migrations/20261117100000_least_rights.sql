-- Least rights for the API roles: what nobody needs is revoked, so that a wrong row policy or a new way into the database
-- opens as little as possible. supabase/rights.txt lists what is left.

-- ---------- no policy narrows these, and no page or client uses them ----------
do $$
declare
  item record;
  beyond text := 'truncate, references, trigger'
    || case when current_setting('server_version_num')::integer >= 170000 then ', maintain' else '' end;
begin
  for item in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') loop
    execute format('revoke %s on %s from public, anon, authenticated', beyond, item.name);
  end loop;
  -- Identity columns take their next number without a right to the sequence.
  for item in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' loop
    execute format('revoke all on sequence %s from public, anon, authenticated', item.name);
  end loop;
  -- The inner functions: what calls them runs as their owner. Row policies and constraints ask as the caller: below.
  for item in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'private'::regnamespace loop
    execute format('revoke all on routine %s from public', item.name);
  end loop;
  -- Functions that came with extensions would be callable under /rest/v1/rpc.
  for item in
    select p.oid::regprocedure as name from pg_proc p
      join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage')
  loop
    execute format('revoke all on routine %s from public, anon, authenticated', item.name);
    execute format('grant execute on routine %s to service_role', item.name);
  end loop;
  -- Messages from the database are sent by functions of ours that run as their owner.
  for item in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'realtime'::regnamespace and p.proname in ('send', 'broadcast_changes') and pg_has_role(p.proowner, 'usage')
  loop
    execute format('revoke all on routine %s from public, anon, authenticated', item.name);
  end loop;
end
$$;

-- Asked by row policies.
grant execute on function private.is_guardian_of(uuid), private.owns_order(uuid), private.teaches_participant(uuid),
  private.teaches_pool(uuid), private.teaches_session(uuid), private.may_lift_address_mute(uuid, uuid)
to authenticated, service_role;
-- Asked by a constraint and by indexes, as whoever writes the row.
grant execute on function private.luminance(text), private.searchable(text), private.new_token() to authenticated, service_role;
do $$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format('grant execute on function %I.unaccent(regdictionary, text) to authenticated, service_role', home);
end
$$;

-- ---------- functions ----------
revoke all on function public.has_role(text), public.may_moderate_chat(uuid) from public, anon;
-- No page asks for it: a household is taken over by the address that was proven.
revoke all on function public.claim_booking(text) from public, anon, authenticated;

-- ---------- columns that strangers have no use for ----------
-- Why a date may overlap another one is the staff's own note.
revoke select on public.sessions from anon;
grant select (id, offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone,
  starts_at, ends_at, status, sequence) on public.sessions to anon;
-- How many unproven holds are let through tells a program how many to try.
revoke select on public.booking_settings from anon, authenticated;
grant select (id, hold_min, card_hold_min, offer_min, most_places, transfer_days, transfer_account) on public.booking_settings
to anon, authenticated;
-- Names of files and of the staff's own sessions.
revoke select on public.radio_episodes from anon;
grant select (id, show_id, title, summary, bytes, duration_ms, recorded_at, published_at) on public.radio_episodes to anon;
revoke select on public.media from anon;
grant select (id, path, width, height, colour, focal_x, focal_y, alt, credit, is_described) on public.media to anon;
-- Read by the station itself and by staff.
revoke select on public.radio_plays, public.radio_one_offs from anon;

-- ---------- tables ----------
-- Read by functions alone, which say what of them is whose.
revoke select on public.consents, public.guardians, public.holds, public.household_merges, public.household_notes, public.households,
  public.newsletter_deliveries, public.person_accounts, public.radio_listener_minutes, public.radio_listener_sessions,
  public.radio_live_sessions
from authenticated;
-- The name of a policy stands in what was booked under it.
revoke insert, update on public.cancellation_policies from authenticated;
grant insert (id, name, words, full_until_h, late_credit_percent), update (name, words, full_until_h, late_credit_percent)
on public.cancellation_policies to authenticated;
-- The audit log is only added to, by the service key too.
revoke update, delete, truncate, references, trigger on public.audit_events from service_role;
