-- What the owner sets: name, words, look, hours, what holds for booking. And who changed what: the audit log.

-- ---------- the audit log: only added to, read by owners ----------
create table public.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- No reference: what somebody did stays written when their account goes.
  actor uuid,
  area text not null check (length(area) between 1 and 40),
  action text not null check (length(action) between 1 and 120),
  subject text not null default '' check (length(subject) <= 300),
  details jsonb not null default '{}'
);
create index audit_events_area on public.audit_events (area, id desc);
create index audit_events_actor on public.audit_events (actor, id desc);
alter table public.audit_events enable row level security;
revoke all on public.audit_events from anon, authenticated;
grant select on public.audit_events to authenticated;
grant select, insert on public.audit_events to service_role;
create policy "owners read the audit log" on public.audit_events for select to authenticated
  using ((select public.has_role('owner')));
create trigger append_only before update or delete on public.audit_events
  for each row execute function private.refuse_rewriting();

create function private.audit(area text, action text, subject text default '', details jsonb default '{}', actor uuid default auth.uid())
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_events (actor, area, action, subject, details)
  values (audit.actor, audit.area, audit.action, left(coalesce(audit.subject, ''), 300), coalesce(audit.details, '{}'))
$$;
revoke all on function private.audit(text, text, text, jsonb, uuid) from public, anon, authenticated;

-- What changed in a row, old and new, without what changed by itself.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_object('from', before -> key, 'to', after -> key)), '{}')
  from (select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as key) keys
  where key not in ('id', 'updated_at', 'granted_at', 'granted_by', 'created_at')
    and before -> key is distinct from after -> key
$$;

-- tg_argv: the area, and the column that names the row.
create function private.audit_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  changes jsonb := private.row_changes(before, after);
begin
  if changes = '{}' or coalesce(current_setting('onda.removing_demo', true), '') = 'on' then
    return null;
  end if;
  perform private.audit(tg_argv[0],
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end || ' ' || replace(tg_table_name, '_', ' '),
    coalesce(coalesce(after, before) ->> tg_argv[1], ''), changes);
  return null;
end
$$;
create trigger audited after update on public.studio for each row execute function private.audit_row('settings', 'name');
create trigger audited after update on public.booking_settings for each row execute function private.audit_row('settings', '');
create trigger audited after insert or update or delete on public.cancellation_policies
  for each row execute function private.audit_row('settings', 'id');
create trigger audited after insert or update or delete on public.refunds for each row execute function private.audit_row('money', 'order_id');

-- Everybody becomes a member by signing up: that is no event worth keeping here.
create function private.audit_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched public.roles := case when tg_op = 'DELETE' then old else new end;
begin
  if touched.role <> 'member' or auth.uid() is not null and auth.uid() <> touched.user_id then
    perform private.audit('roles', case tg_op when 'DELETE' then 'took a role' else 'gave a role' end, touched.role,
      jsonb_build_object('person', touched.user_id, 'role', touched.role));
  end if;
  return null;
end
$$;
create trigger audited after insert or delete on public.roles for each row execute function private.audit_role();

-- ---------- the studio's own look ----------
-- WCAG luminance of #rrggbb.
create function private.luminance(colour text) returns double precision
language sql immutable strict set search_path = '' as $$
  select sum(weight * case when channel <= 0.04045 then channel / 12.92 else power((channel + 0.055) / 1.055, 2.4) end)
  from (values (2, 0.2126::double precision), (4, 0.7152), (6, 0.0722)) as part (place, weight),
    lateral (select ('x' || lpad(substr(colour, place, 2), 8, '0'))::bit(32)::integer / 255.0::double precision as channel) c
$$;

alter table public.studio
  -- Null: the house green. Everything else that is coloured derives from it.
  add column primary_colour text check (primary_colour ~ '^#[0-9a-f]{6}$'),
  add column typeface text not null default 'house' check (typeface in ('house', 'text', 'system')),
  -- A picture in the bucket "brand"; null shows the name, drawn.
  add column logo_path text check (logo_path ~ '^[\w.-]{1,120}$'),
  -- Dark type stands on it everywhere (luminance 0.0071): the measure of WCAG is 4.5.
  add constraint primary_colour_carries_type
    check (primary_colour is null or (private.luminance(primary_colour) + 0.05) / 0.0571 >= 4.5),
  add constraint words_are_short check (
    length(description) <= 300 and length(statement) <= 200 and length(lead) <= 300 and length(invitation) <= 200
    and length(address) <= 300 and length(getting_here) <= 500 and length(access) <= 500 and length(email) <= 254
    and length(phone) <= 40 and length(phone_hours) <= 80
  );

create function private.check_studio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.zone is distinct from old.zone and not exists (select from pg_catalog.pg_timezone_names z where z.name = new.zone) then
    perform private.fail(422, 'no_such_zone', format('There is no time zone "%s".', left(new.zone, 60)), '{"field":"zone"}');
  end if;
  -- What was read before is how two people who edit at once are told of each other.
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger checked before update on public.studio for each row execute function private.check_studio();

grant update (name, description, statement, lead, zone, currency, invitation, address, getting_here, access, email, phone,
  phone_hours, first_class_price_cents, primary_colour, typeface, logo_path) on public.studio to authenticated;
create policy "owners write the studio" on public.studio for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));

grant update (hold_min, card_hold_min, offer_min, most_places, transfer_days, transfer_account) on public.booking_settings to authenticated;
create policy "owners write what holds for booking" on public.booking_settings for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));

grant insert, update, delete on public.cancellation_policies to authenticated;
create policy "owners write cancellation policies" on public.cancellation_policies for all to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));
-- New classes begin with it; bookings keep a copy of the words they were made under.
create function private.keep_standard_policy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.id = 'standard' and (tg_op = 'DELETE' or new.id <> 'standard') then
    perform private.fail(409, 'standard_stays', 'Every new class begins with the standard policy, so it stays. Change its words instead.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger standard_stays before update of id or delete on public.cancellation_policies
  for each row execute function private.keep_standard_policy();

-- All hours of the week at once: [{"weekday": 2, "opens": "10:00", "closes": "22:00"}, ...]; days not named are closed.
create function public.set_opening_hours(hours jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.has_role('owner') then
    raise exception 'Only the owner may change the opening hours.' using errcode = '42501', hint = 'owner_only';
  end if;
  if jsonb_typeof(hours) is distinct from 'array' or jsonb_array_length(hours) > 7 then
    perform private.fail(422, 'bad_hours', 'The hours are a list of at most seven days.');
  end if;
  if exists (select from jsonb_to_recordset(hours) as h (opens time, closes time) where h.opens is null or h.closes is null or h.closes <= h.opens) then
    perform private.fail(422, 'bad_hours', 'A day must close after it opens.');
  end if;
  delete from public.opening_hours where true;
  insert into public.opening_hours (weekday, opens, closes)
  select h.weekday, h.opens, h.closes from jsonb_to_recordset(hours) as h (weekday smallint, opens time, closes time);
  perform private.audit('settings', 'changed opening hours', '', jsonb_build_object('hours', hours));
end
$$;
revoke all on function public.set_opening_hours(jsonb) from public, anon;
grant execute on function public.set_opening_hours(jsonb) to authenticated;

-- The logo's place: everybody sees it, owners change it. Pictures only: an SVG could carry a script of its own.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('brand', 'brand', true, 1048576, array['image/png', 'image/webp', 'image/jpeg'])
on conflict (id) do nothing;
create policy "owners look into the brand bucket" on storage.objects for select to authenticated
  using (bucket_id = 'brand' and (select public.has_role('owner')));
create policy "owners put the logo there" on storage.objects for insert to authenticated
  with check (bucket_id = 'brand' and (select public.has_role('owner')));
create policy "owners take the logo away" on storage.objects for delete to authenticated
  using (bucket_id = 'brand' and (select public.has_role('owner')));

-- ---------- what is sample, and what would go with it ----------
create function public.sample_content() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only the owner may ask this.' using errcode = '42501', hint = 'owner_only';
  end if;
  return jsonb_build_object(
    'classes', (select count(*) from public.offerings where is_demo),
    'people', (select count(*) from public.people where is_demo),
    'works', (select count(*) from public.works where is_demo),
    'posts', (select count(*) from public.posts where is_demo),
    'shows', (select count(*) from public.shows where is_demo),
    'rooms', (select count(*) from public.rooms where is_demo),
    'orders', (select count(*) from public.orders where is_demo),
    -- Orders of real people for sample classes: they go with the class.
    'tried_orders', (
      select count(distinct d.id) from public.orders d join public.bookings b on b.order_id = d.id
      join public.sessions s on s.pool_id = b.pool_id join public.offerings o on o.id = s.offering_id
      where o.is_demo and not d.is_demo
    )
  );
end
$$;
revoke all on function public.sample_content() from public, anon;
grant execute on function public.sample_content() to authenticated, service_role;

create function private.audit_samples() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('samples', new.what, '', new.details, new.actor);
  return null;
end
$$;
create trigger audited after insert on public.timeline for each row when (new.what = 'removed the sample studio')
  execute function private.audit_samples();
