-- The sample studio: its names, what it consists of, and the one call that removes it.

-- Rows that stay when the samples are removed lose only the texts that are still the sample's.
create table private.sample_texts (
  -- Table and column, "studio.lead".
  place text not null,
  text text not null,
  primary key (place, text)
);
comment on table private.sample_texts is 'What the samples wrote into rows that stay without them, in every language.';
alter table private.sample_texts enable row level security;

-- ---------- functions ----------
create function private.opening_hours_text() returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(string_agg(concat_ws(' ', weekday, opens, closes), ', ' order by weekday, opens), '') from public.opening_hours
$$;

create function private.remember_sample_texts() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into private.sample_texts (place, text)
  select r.relation || '.' || f.field, f.text
  from (
    select 'studio' as relation, to_jsonb(s) as fields from public.studio s
    union all select 'disciplines', to_jsonb(d) from public.disciplines d
  ) r cross join lateral (
    select key, value from jsonb_each_text(r.fields)
    union all
    select t.key, t.value from jsonb_each(r.fields -> 'translations') l cross join lateral jsonb_each_text(l.value) t
  ) f (field, text)
  where f.text <> '' and (f.field in ('name', 'email', 'phone') or private.translatable(r.relation) ? f.field)
  union select 'booking_settings.transfer_account', transfer_account from public.booking_settings
  union select 'opening_hours', private.opening_hours_text()
  on conflict do nothing
$$;

-- Empty if it is still the sample's; a studio's new name stands in it in place of the sample's.
create function private.without_sample(place text, given text) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when exists (
    select from private.sample_texts t where t.place = without_sample.place and t.text in (given, replace(given,
      (select s.name from public.studio s), (select n.text from private.sample_texts n where n.place = 'studio.name')))
  ) then '' else given end
$$;

create function private.translations_without_sample(relation text, translations jsonb) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(l.key, own.texts) filter (where own.texts is not null), '{}')
  from jsonb_each(translations) l cross join lateral (
    select jsonb_object_agg(t.key, t.value) as texts from jsonb_each_text(l.value) t
    where t.key = 'name' or private.without_sample(relation || '.' || t.key, t.value) <> ''
  ) own
$$;

create function private.remove_sample_texts() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.studio set
    description = private.without_sample('studio.description', description),
    statement = private.without_sample('studio.statement', statement),
    lead = private.without_sample('studio.lead', lead),
    invitation = private.without_sample('studio.invitation', invitation),
    address = private.without_sample('studio.address', address),
    getting_here = private.without_sample('studio.getting_here', getting_here),
    access = private.without_sample('studio.access', access),
    email = private.without_sample('studio.email', email),
    phone = private.without_sample('studio.phone', phone),
    phone_hours = private.without_sample('studio.phone_hours', phone_hours),
    translations = private.translations_without_sample('studio', translations);
  update public.disciplines set description = private.without_sample('disciplines.description', description),
    translations = private.translations_without_sample('disciplines', translations);
  update public.booking_settings
  set transfer_account = private.without_sample('booking_settings.transfer_account', transfer_account);
  delete from public.opening_hours where private.without_sample('opening_hours', private.opening_hours_text()) = '';
$$;

-- The music stays, so that the station is not silent, but its titles and artists are invented.
create function private.remove_sample_radio() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  delete from public.radio_plays p using public.radio_tracks t where t.id = p.track_id and t.is_demo;
  delete from public.radio_tracks where is_demo and kind = 'jingle';
  delete from public.radio_playlists l where l.is_demo
    and not exists (select from public.radio_playlist_tracks t where t.playlist_id = l.id);
  update public.radio_tracks t set
    title = coalesce(nullif(private.without_sample('radio_tracks.title', t.title), ''), 'Track ' || n.number),
    artist = private.without_sample('radio_tracks.artist', t.artist),
    album = private.without_sample('radio_tracks.album', t.album)
  from (select id, row_number() over (order by added_at, id) as number from public.radio_tracks where is_demo) n
  where n.id = t.id;
$$;

create function private.demo_name(seed integer) returns table (name text, mail text)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select f.name || ' ' || l.name, lower(translate(f.name || '.' || l.name, 'áéíóúãõâêôçñüöäåøÁÉÍÓÚ', 'aeiouaoaeocnuoaaoaeiou'))
  from (select (array['Clara', 'Tomás', 'Ama', 'Luca', 'Noor', 'Edda', 'Rui', 'Hana', 'Björn', 'Zeynep', 'Marta', 'Idris', 'Lena',
    'Paulo', 'Yuki', 'Sofia', 'Anton', 'Rosa', 'Emil', 'Farah', 'Nuno', 'Greta', 'Malik', 'Vera'])[1 + seed % 24] as name) f,
    (select (array['Nunes', 'Okoye', 'Lindqvist', 'Ferreira', 'Haddad', 'Marsh', 'Tanaka', 'Costa', 'Weber', 'Aydin', 'Rossi', 'Duarte',
    'Novak', 'Santos', 'Berg', 'Mendes', 'Achebe', 'Solano', 'Reis'])[1 + (seed / 24) % 19] as name) l
$$;

create function private.sample_spans(given text) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when given ~ '^\d+:\d\d ' then jsonb_build_array(
      jsonb_build_object('text', split_part(given, ' ', 1), 'href', '#t-' || (
        split_part(given, ':', 1)::integer * 60 + substring(given from '^\d+:(\d\d)')::integer)),
      jsonb_build_object('text', ' ' || substring(given from '^\d+:\d\d (.*)$')))
    else jsonb_build_array(jsonb_build_object('text', given)) end
$$;

-- Blocks from a short notation: "## " begins a heading, "> " a quote, "- " an item; [[work slug]] and [[class slug]] show
-- that thing, and an item that begins with a time, 0:13, leads to that moment of the sound.
create function private.sample_blocks(given text) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_agg(case
    when part like '## %' then jsonb_build_object('kind', 'heading', 'level', 2, 'text', private.sample_spans(substr(part, 4)))
    when part like '> %' then jsonb_build_object('kind', 'quote', 'text', private.sample_spans(substr(part, 3)))
    when part like '- %' then jsonb_build_object('kind', 'list', 'items', (
      select jsonb_agg(private.sample_spans(substr(item, 3)) order by i) from regexp_split_to_table(part, '\n') with ordinality l (item, i)))
    when part like '[[work %' then jsonb_build_object('kind', 'work', 'ref', (
      select w.id from public.works w where w.slug = substring(part from '^\[\[work (.+)\]\]$')))
    when part like '[[class %' then jsonb_build_object('kind', 'class', 'ref', (
      select o.id from public.offerings o where o.slug = substring(part from '^\[\[class (.+)\]\]$')))
    else jsonb_build_object('kind', 'paragraph', 'text', private.sample_spans(part)) end order by n)
  from regexp_split_to_table(given, '\n\n') with ordinality p (part, n)
$$;

create function public.sample_content() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only an owner can do this.' using errcode = '42501', hint = 'owner_only';
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
comment on function public.sample_content is 'What belongs to the sample studio and what would be removed with it.';

create function public.remove_demo_content() returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool_ids uuid[];
  order_ids uuid[];
  picture_files text[];
  sound_files text[];
  removed jsonb;
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only an owner can remove the sample studio.'
      using errcode = '42501', hint = 'owner_removes_sample';
  end if;
  -- The ledger lets go of sample money only.
  perform set_config('onda.removing_demo', 'on', true);
  -- The counters of pools and orders are deleted with them.
  perform set_config('onda.seeding', 'on', true);
  select array_agg(distinct s.pool_id) into pool_ids
  from public.sessions s join public.offerings o on o.id = s.offering_id where o.is_demo;
  -- Test bookings of a sample class are deleted with the class.
  select array_agg(distinct d.id) into order_ids from public.orders d
  where d.is_demo or exists (select from public.bookings b where b.order_id = d.id and b.pool_id = any (pool_ids));
  -- Before the shows: each would be changed by the removal of its show.
  delete from public.radio_plays where is_demo;
  delete from public.radio_listener_minutes where is_demo;
  delete from public.radio_listener_sessions where is_demo;
  delete from public.page_views where is_demo;
  delete from public.outbox where is_demo;
  delete from public.contact_messages where is_demo;
  delete from public.receipts where order_id = any (order_ids);
  delete from public.refunds where order_id = any (order_ids);
  delete from public.payments where order_id = any (order_ids);
  delete from public.holds where pool_id = any (pool_ids);
  delete from public.waitlist_entries where pool_id = any (pool_ids) or is_demo;
  delete from public.attendance a using public.bookings b where b.id = a.booking_id and b.order_id = any (order_ids);
  delete from public.orders where id = any (order_ids);
  delete from public.offerings where is_demo;
  delete from public.capacity_pools where id = any (pool_ids);
  select array_agg(w.sound_path) into sound_files from public.works w where w.is_demo and w.sound_path is not null;
  delete from public.works where is_demo;
  delete from public.posts where is_demo;
  delete from public.shows where is_demo;
  update public.offerings set teacher_id = null where teacher_id in (select id from public.people where is_demo);
  update public.series set teacher_id = null where teacher_id in (select id from public.people where is_demo);
  update public.sessions set teacher_id = null where teacher_id in (select id from public.people where is_demo);
  delete from public.people where is_demo;
  -- A sample picture that the studio uses for something of its own stays.
  with gone as (
    delete from public.media m where is_demo and not exists (select from public.media_uses u where u.media_id = m.id) returning path
  )
  select array_agg(path) into picture_files from gone;
  delete from public.rooms r where is_demo and not exists (select from public.sessions s where s.room_id = r.id)
    and not exists (select from public.series s where s.room_id = r.id);
  delete from public.pass_types t where is_demo and not exists (select from public.passes p where p.type_id = t.id);
  update public.pass_types set is_sold = false where is_demo;
  delete from public.participants where is_demo;
  delete from public.households where is_demo;
  delete from public.terms where is_demo;
  perform private.remove_sample_texts();
  perform private.remove_sample_radio();
  removed := jsonb_build_object('orders', coalesce(cardinality(order_ids), 0), 'pools', coalesce(cardinality(pool_ids), 0));
  perform set_config('onda.removing_demo', 'off', true);
  perform set_config('onda.seeding', 'off', true);
  perform private.add_timeline_entry('removed the sample studio', details => removed);
  -- The dashboard deletes these files through the storage service.
  return removed || jsonb_build_object('pictures', to_jsonb(coalesce(picture_files, '{}')), 'sounds', to_jsonb(coalesce(sound_files, '{}')));
end
$$;
comment on function public.remove_demo_content is 'Removes the sample studio and everything that was tried out on it.';

-- ---------- rights ----------
revoke all on function public.sample_content, public.remove_demo_content from public, anon, authenticated;
grant execute on function public.sample_content, public.remove_demo_content to authenticated, service_role;
