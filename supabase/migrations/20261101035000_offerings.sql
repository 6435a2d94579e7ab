-- Offerings as staff edit them: saved with their questions, duplicated, archived, deleted.

-- Changes of these are in the audit log for every writer.
create function private.audit_catalogue() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Filling in the sample studio is one event, not one for every row.
  if coalesce(current_setting('onda.seeding', true), '') = 'on' then
    return null;
  end if;
  perform private.add_timeline_entry(format('%s %s', replace(tg_table_name, '_', ' '),
      case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end),
    details => to_jsonb(case when tg_op = 'DELETE' then old else new end));
  return null;
end
$$;

create function private.free_slug(wanted text) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  stem text := coalesce(nullif(btrim(regexp_replace(private.normalize_text(left(wanted, 80)), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'class');
  try text := stem;
  turn integer := 1;
begin
  perform private.lock_name('slugs of offerings');
  while exists (select from public.offerings where slug = try) loop
    turn := turn + 1;
    try := stem || '-' || turn;
  end loop;
  return try;
end
$$;

-- The offering as it would be, or an error that names the field.
create function private.check_offering(wanted public.offerings) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if length(btrim(coalesce(wanted.title, ''))) not between 1 and 120 then
    perform private.fail_field('title', 'Enter a title of at most 120 characters.');
  elsif wanted.slug is null or wanted.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted.slug) > 100 then
    perform private.fail_field('slug', 'Use lower-case letters, digits and single hyphens, for example clay-for-beginners.');
  elsif exists (select from public.offerings o where o.slug = wanted.slug and o.id is distinct from wanted.id) then
    perform private.fail(409, 'slug_taken', 'This address is already in use.', '{"field":"slug"}');
  elsif wanted.kind is null or wanted.kind not in ('class', 'course', 'workshop', 'event') then
    perform private.fail_field('kind', 'Choose class, course, workshop or event.', 'choose_offering_kind');
  elsif wanted.discipline is null or not exists (select from public.disciplines d where d.slug = wanted.discipline) then
    perform private.fail_field('discipline', 'Choose a discipline.');
  elsif wanted.level is null or wanted.level not in ('open', 'beginner', 'intermediate', 'advanced') then
    perform private.fail_field('level', 'Choose a level.');
  elsif wanted.age_from is null or wanted.age_from not between 0 and 120 then
    perform private.fail_field('age_from', 'Enter an age between 0 and 120.');
  elsif wanted.age_to is not null and wanted.age_to not between wanted.age_from and 120 then
    perform private.fail_field('age_to', 'Enter an age between the lowest age and 120.');
  elsif wanted.price_cents is null or wanted.price_cents not between 0 and 10000000 then
    perform private.fail_field('price_cents', 'Enter a price between 0 and 100,000.');
  elsif wanted.usual_capacity is null or wanted.usual_capacity not between 1 and 10000 then
    perform private.fail_field('usual_capacity', 'Enter between 1 and 10,000 places.');
  elsif wanted.summary is null or length(wanted.summary) > 300 then
    perform private.fail_field('summary', 'Use at most 300 characters for the summary.');
  elsif wanted.body is null or length(wanted.body) > 20000 then
    perform private.fail_field('body', 'Use at most 20,000 characters for the description.');
  elsif wanted.bring is null or length(wanted.bring) > 500 then
    perform private.fail_field('bring', 'Use at most 500 characters.');
  elsif wanted.access is null or length(wanted.access) > 1000 then
    perform private.fail_field('access', 'Use at most 1,000 characters.');
  elsif not exists (select from public.cancellation_policies p where p.id = wanted.policy_id) then
    perform private.fail_field('policy_id', 'Choose a cancellation policy.');
  elsif wanted.teacher_id is not null and not exists (select from public.people p where p.id = wanted.teacher_id) then
    perform private.fail_field('teacher_id', 'Person not found.', 'no_person');
  elsif wanted.published_at is not null and btrim(wanted.summary) = '' then
    perform private.fail_field('summary', 'Enter a summary before you publish: one sentence that says what it is.', 'summary_missing');
  elsif wanted.published_at is not null and wanted.archived_at is not null then
    perform private.fail(409, 'archived', 'This is archived. Restore it first.');
  end if;
end
$$;

-- The questions as they are now to be, in this order. Answers that were given stay with their bookings.
create function private.replace_questions(offering uuid, wanted jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 20 then
    perform private.fail_field('questions', 'Use at most 20 questions.', 'too_many_questions');
  end if;
  for one in select value as q, ordinality as place from jsonb_array_elements(wanted) with ordinality loop
    if length(btrim(coalesce(one.q ->> 'label', ''))) not between 1 and 200 then
      perform private.fail_field('questions', format('Question %s needs a text of at most 200 characters.', one.place),
        'question_text_length', jsonb_build_object('number', one.place));
    elsif one.q ->> 'kind' = 'choice' and coalesce(jsonb_array_length(one.q -> 'choices'), 0) not between 1 and 20 then
      perform private.fail_field('questions', format('Question %s needs between 1 and 20 answers to choose from.', one.place),
        'question_answers', jsonb_build_object('number', one.place));
    end if;
  end loop;
  delete from public.questions q where q.offering_id = offering
    and not exists (select from jsonb_array_elements(wanted) w where w ->> 'id' = q.id::text);
  for one in select value as q, ordinality as place from jsonb_array_elements(wanted) with ordinality loop
    update public.questions k set label = btrim(one.q ->> 'label'), hint = left(coalesce(one.q ->> 'hint', ''), 300),
      kind = coalesce(one.q ->> 'kind', 'text'), is_required = coalesce((one.q ->> 'is_required')::boolean, false), position = one.place,
      choices = array(select left(btrim(c), 200) from jsonb_array_elements_text(coalesce(one.q -> 'choices', '[]')) c where btrim(c) <> ''),
      translations = coalesce(one.q -> 'translations', k.translations)
    where k.offering_id = offering and k.id::text = one.q ->> 'id';
    if not found then
      insert into public.questions (offering_id, label, hint, kind, is_required, position, choices, translations)
      values (offering, btrim(one.q ->> 'label'), left(coalesce(one.q ->> 'hint', ''), 300), coalesce(one.q ->> 'kind', 'text'),
        coalesce((one.q ->> 'is_required')::boolean, false), one.place,
        array(select left(btrim(c), 200) from jsonb_array_elements_text(coalesce(one.q -> 'choices', '[]')) c where btrim(c) <> ''),
        coalesce(one.q -> 'translations', '{}'));
    end if;
  end loop;
end
$$;

-- The fields that a form may set. What is not named stays as it was.
create function private.offering_columns() returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array['title', 'slug', 'kind', 'discipline', 'level', 'age_from', 'age_to', 'summary', 'body', 'bring', 'access', 'price_cents',
    'usual_capacity', 'teacher_id', 'policy_id', 'published_at', 'media_id', 'translations']
$$;

create function private.offering_fields(given jsonb) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given) where key = any (private.offering_columns())
$$;

create function public.save_offering(offering_id uuid, known_version integer, fields jsonb, questions jsonb default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was public.offerings;
  wanted public.offerings;
  changed jsonb;
  columns text;
begin
  perform private.require_staff();
  if jsonb_typeof(fields) is distinct from 'object' then
    perform private.fail(422, 'bad_fields', 'Send the fields as an object.');
  end if;
  if save_offering.offering_id is null then
    was := jsonb_populate_record(null::public.offerings, jsonb_build_object('id', gen_random_uuid(), 'kind', 'class', 'summary', '',
      'body', '', 'level', 'open', 'age_from', 16, 'price_cents', 0, 'currency', (select currency from public.studio), 'bring', '',
      'access', '', 'usual_capacity', 12, 'version', 0, 'policy_id', 'standard', 'is_demo', false, 'created_at', now(),
      'translations', '{}'::jsonb));
  else
    select * into was from public.offerings o where o.id = save_offering.offering_id for update;
    if was.id is null then
      perform private.fail(404, 'no_offering', 'This was deleted.');
    elsif was.version is distinct from known_version then
      perform private.fail(409, 'changed_meanwhile', 'Someone else saved this in the meantime.', jsonb_build_object('message_name', 'offering_changed_meanwhile', 'current', to_jsonb(was),
        'questions', coalesce((select jsonb_agg(to_jsonb(q) order by q.position) from public.questions q where q.offering_id = was.id), '[]'),
        'by', (select p.name from public.timeline t join public.profiles p on p.user_id = t.actor
          where t.offering_id = was.id order by t.id desc limit 1)));
    end if;
  end if;
  wanted := jsonb_populate_record(was, private.offering_fields(fields));
  wanted.title := btrim(wanted.title);
  wanted.translations := private.clean_translations('offerings', wanted.translations, was.translations);
  if nullif(btrim(wanted.slug), '') is null then
    wanted.slug := private.free_slug(wanted.title);
  end if;
  perform private.check_offering(wanted);
  if (was.kind = 'course') <> (wanted.kind = 'course')
    and exists (select from public.sessions s where s.offering_id = was.id) then
    perform private.fail(409, 'has_dates', 'A course has one capacity for all its sessions, a class has one for each. Duplicate it instead, or remove its sessions first.',
      '{"field":"kind"}');
  end if;
  wanted.version := was.version + 1;
  -- A sample that someone has edited is not removed with the sample studio.
  wanted.is_demo := false;
  if save_offering.offering_id is null then
    insert into public.offerings select (wanted).*;
  else
    -- Every field that the form may set and the table has, so that a field added later is saved without a new function.
    select string_agg(quote_ident(a.attname), ', ') into columns from pg_catalog.pg_attribute a
    where a.attrelid = 'public.offerings'::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname = any (array['version', 'is_demo'] || private.offering_columns());
    execute format('update public.offerings o set (%1$s) = (select %1$s from (select ($1).*) wanted) where o.id = $2', columns)
      using wanted, was.id;
  end if;
  if save_offering.questions is not null then
    perform private.replace_questions(wanted.id, save_offering.questions);
  end if;
  select coalesce(jsonb_object_agg(n.key, jsonb_build_object('from', left(o.value #>> '{}', 200), 'to', left(n.value #>> '{}', 200))), '{}')
  into changed
  from jsonb_each(to_jsonb(wanted)) n join jsonb_each(to_jsonb(was)) o using (key)
  where n.value is distinct from o.value and n.key not in ('version', 'is_demo');
  insert into public.timeline (actor, what, offering_id, details)
  values (private.current_user_id(), case when save_offering.offering_id is null then 'made' else 'changed' end, wanted.id, changed);
  return jsonb_build_object('id', wanted.id, 'version', wanted.version, 'slug', wanted.slug, 'published_at', wanted.published_at);
end
$$;
comment on function public.save_offering is
  'Creates or changes an offering and its questions, if nobody else changed it in the meantime.';

create function public.duplicate_offering(offering_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  copy public.offerings;
begin
  perform private.require_staff();
  select * into copy from public.offerings o where o.id = duplicate_offering.offering_id;
  if copy.id is null then
    perform private.fail(404, 'no_offering', 'This was deleted.');
  end if;
  copy.id := gen_random_uuid();
  copy.slug := private.free_slug(copy.slug);
  copy.title := left('Copy of ' || copy.title, 120);
  copy.translations := private.without_slugs(copy.translations);
  copy.version := 1;
  copy.published_at := null;
  copy.archived_at := null;
  copy.is_demo := false;
  copy.created_at := now();
  insert into public.offerings select (copy).*;
  insert into public.questions (offering_id, label, hint, kind, choices, is_required, position, translations)
  select copy.id, q.label, q.hint, q.kind, q.choices, q.is_required, q.position, q.translations from public.questions q
  where q.offering_id = duplicate_offering.offering_id;
  insert into public.timeline (actor, what, offering_id, details)
  values (private.current_user_id(), 'made', copy.id, jsonb_build_object('copy_of', duplicate_offering.offering_id));
  return copy.id;
end
$$;
comment on function public.duplicate_offering is 'Copies an offering with its questions as a draft.';

-- Whether anyone has booked, holds or waits for a place: then it is not deleted.
create function private.is_pool_used(pool uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.bookings b where b.pool_id = pool)
    or exists (select from public.holds h where h.pool_id = pool and (h.state = 'live' or h.order_id is not null))
    or exists (select from public.waitlist_entries w where w.pool_id = pool)
$$;

-- Takes dates away that nobody has anything to do with; the places go with them.
create function private.drop_sessions(wanted uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool_ids uuid[];
  removed integer;
begin
  select array_agg(distinct s.pool_id) into pool_ids from public.sessions s where s.id = any (wanted);
  delete from public.sessions s where s.id = any (wanted);
  get diagnostics removed = row_count;
  delete from public.capacity_pools p where p.id = any (pool_ids) and not exists (select from public.sessions s where s.pool_id = p.id);
  return removed;
end
$$;

create function private.unused_dates(offering uuid) returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(select s.id from public.sessions s where s.offering_id = offering and s.starts_at > now() and not private.is_pool_used(s.pool_id))
$$;

-- Nobody holds or books a place while someone looks whether there is one, and acts on it. Before the offering's own row:
-- pools come first.
create function private.lock_pools_of(offering uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.lock_pool(p.pool_id)
  from (select distinct s.pool_id from public.sessions s where s.offering_id = lock_pools_of.offering order by 1) p;
end
$$;

create function public.preview_archive(offering_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return jsonb_build_object('teachers', private.teachers_named(private.cancelled_changes(
    private.planned_among(private.unused_dates(preview_archive.offering_id)))));
end
$$;
comment on function public.preview_archive is 'Who would be notified if an offering were archived or deleted.';

create function public.archive_offering(offering_id uuid, archived boolean default true) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  booked integer;
  was public.offerings;
  unused uuid[];
begin
  perform private.require_staff();
  perform private.lock_pools_of(archive_offering.offering_id);
  select * into was from public.offerings o where o.id = archive_offering.offering_id for update;
  if was.id is null then
    perform private.fail(404, 'no_offering', 'This was deleted.');
  end if;
  if archived then
    select count(*) into booked from public.sessions s
    where s.offering_id = was.id and s.status = 'planned' and s.ends_at > now() and private.is_pool_used(s.pool_id)
      and exists (select from public.bookings b where b.pool_id = s.pool_id and b.state in ('seated', 'pending'));
    if booked > 0 then
      perform private.fail(409, 'has_bookings', format('%s %s bookings. Cancel them first: everyone is notified and refunded.',
        case when booked = 1 then '1 upcoming session' else booked || ' upcoming sessions' end, case when booked = 1 then 'has' else 'have' end),
        jsonb_build_object('message_name', 'sessions_have_bookings', 'values', jsonb_build_object('count', booked)));
    end if;
    unused := private.unused_dates(was.id);
    perform private.notify_teachers('mail.teaching_cancelled', private.cancelled_changes(private.planned_among(unused)));
    perform private.drop_sessions(unused);
  end if;
  update public.offerings o set archived_at = case when archived then now() end, published_at = null, version = o.version + 1
  where o.id = was.id;
  insert into public.timeline (actor, what, offering_id) values (private.current_user_id(), case when archived then 'archived' else 'restored' end, was.id);
end
$$;
comment on function public.archive_offering is
  'Archives an offering and removes its future sessions, if nobody booked them, or takes it out of the archive.';

create function public.delete_offering(offering_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pool_ids uuid[];
  title text;
begin
  perform private.require_staff();
  perform private.lock_pools_of(delete_offering.offering_id);
  select o.title into title from public.offerings o where o.id = delete_offering.offering_id for update;
  if title is null then
    perform private.fail(404, 'no_offering', 'This was deleted.');
  elsif exists (select from public.sessions s where s.offering_id = delete_offering.offering_id and private.is_pool_used(s.pool_id)) then
    perform private.fail(409, 'has_bookings', 'This has bookings and cannot be deleted. Archive it instead.',
      '{"message_name":"offering_has_bookings"}');
  end if;
  perform private.notify_teachers('mail.teaching_cancelled', private.cancelled_changes(
    private.planned_among(private.unused_dates(delete_offering.offering_id))));
  select array_agg(distinct s.pool_id) into pool_ids from public.sessions s where s.offering_id = delete_offering.offering_id;
  delete from public.offerings o where o.id = delete_offering.offering_id;
  delete from public.capacity_pools p where p.id = any (pool_ids);
  perform private.add_timeline_entry('offering removed', details => jsonb_build_object('title', title));
end
$$;
comment on function public.delete_offering is 'Deletes an offering that nobody ever booked.';

-- ---------- triggers ----------
create trigger noted after insert or update or delete on public.terms for each row execute function private.audit_catalogue();
create trigger noted after insert or update or delete on public.closed_days
  for each row execute function private.audit_catalogue();
create trigger noted after insert or update or delete on public.rooms for each row execute function private.audit_catalogue();
create trigger noted after insert or update or delete on public.cancellation_policies
  for each row execute function private.audit_catalogue();

-- ---------- rights ----------
revoke all on function public.save_offering, public.duplicate_offering, public.preview_archive, public.archive_offering,
  public.delete_offering from public, anon, authenticated;
grant execute on function public.save_offering, public.duplicate_offering, public.preview_archive, public.archive_offering,
  public.delete_offering to authenticated, service_role;
