-- Households as staff work with them: found, read, noted on, merged and taken apart again.

create function public.list_households(query text default '', after_name text default null, after_id uuid default null,
  before_name text default null, before_id uuid default null, max_rows integer default 40)
returns table (id uuid, name text, sort_name text, created_at timestamptz, guardians text, emails text, people text, people_count integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text := 'true';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    wanted := wanted || format($c$ and h.id in (
      select i.id from public.households i where %s
      union all select i.id from public.households i where lower(concat_ws(' ', i.email, i.phone)) like all ($1)
      union all select p.household_id from public.participants p where %s
      union all select g.household_id from public.guardians g where g.user_id in (
        select r.user_id from public.profiles r where %s
        union all select u.id from auth.users u where lower(concat_ws(' ', u.email, u.phone)) like all ($1)))$c$,
      private.text_condition('i.name', patterns), private.text_condition('p.name', patterns), private.text_condition('r.name', patterns));
  end if;
  wanted := wanted || case
    when before_name is not null then ' and (lower(h.name), h.id) < ($2, $3) order by lower(h.name) desc, h.id desc'
    when after_name is not null then ' and (lower(h.name), h.id) > ($4, $5) order by lower(h.name), h.id'
    else ' order by lower(h.name), h.id' end;
  return query execute format($q$
    select h.id, h.name, lower(h.name), h.created_at, g.names, coalesce(g.emails, h.email), p.names, coalesce(p.count, 0)::integer
    from (select h.* from public.households h where %s limit $6) h
    left join lateral (
      select string_agg(coalesce(nullif(r.name, ''), u.email), ', ' order by x.since) as names, string_agg(u.email, ', ' order by x.since) as emails
      from public.guardians x join auth.users u on u.id = x.user_id left join public.profiles r on r.user_id = x.user_id
      where x.household_id = h.id
    ) g on true
    left join lateral (
      select string_agg(x.name, ', ' order by x.created_at) as names, count(*) as count from public.participants x where x.household_id = h.id
    ) p on true
    order by lower(h.name), h.id$q$, wanted)
  using patterns, before_name, before_id, after_name, after_id, least(greatest(coalesce(max_rows, 40), 1), 200);
end
$$;
comment on function public.list_households is 'A page of households by name, found by household, person or email address.';

create function public.get_household(household_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  home uuid := household_id;
begin
  perform private.require_staff();
  if not exists (select from public.households h where h.id = home) then
    perform private.fail(404, 'no_household', 'Household not found.');
  end if;
  return (select to_jsonb(h) - 'is_demo' from public.households h where h.id = home) || jsonb_build_object(
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('user_id', g.user_id, 'name', r.name, 'email', u.email, 'phone', u.phone,
        'since', g.since, 'last_seen', u.last_sign_in_at) order by g.since), '[]')
      from public.guardians g join auth.users u on u.id = g.user_id left join public.profiles r on r.user_id = g.user_id
      where g.household_id = home),
    'participants', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'born_on', p.born_on, 'note', p.note,
        'is_guardian', p.user_id is not null, 'bookings', (select count(*) from public.bookings b where b.participant_id = p.id),
        'consents', (select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'version', c.version, 'given_at', c.given_at,
          'withdrawn_at', c.withdrawn_at) order by c.given_at), '[]') from public.consents c
          where c.participant_id = p.id or (p.user_id is not null and c.user_id = p.user_id))) order by p.user_id is null, p.created_at, p.id), '[]')
      from public.participants p where p.household_id = home),
    'bookings', (select coalesce(jsonb_agg(to_jsonb(x) order by x.starts_at desc nulls last, x.id), '[]') from (
        select b.id, b.order_id, o.number, b.name, b.state, g.title, d.starts_at
        from public.bookings b join public.orders o on o.id = b.order_id
        left join lateral (select min(s.starts_at) as starts_at, min(s.offering_id::text)::uuid as offering_id
          from public.sessions s where s.pool_id = b.pool_id) d on true
        left join public.offerings g on g.id = d.offering_id
        where b.participant_id in (select p.id from public.participants p where p.household_id = home)
          or o.user_id in (select x.user_id from public.guardians x where x.household_id = home)
        order by d.starts_at desc nulls last, b.id limit 60) x),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'at', n.at, 'body', n.body, 'by', r.name) order by n.id desc), '[]')
      from public.household_notes n left join public.profiles r on r.user_id = n.author where n.household_id = home),
    'merges', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'at', m.at, 'reason', m.reason, 'by', r.name,
        'name', m.moved ->> 'name', 'undone_at', m.undone_at) order by m.at desc), '[]')
      from public.household_merges m left join public.profiles r on r.user_id = m.merged_by where m.target_id = home),
    -- Others that may be the same family: a person of the same name, and of the same age where both are known.
    'alike', (select coalesce(jsonb_agg(to_jsonb(a) order by a.name, a.id), '[]') from (
        select distinct h.id, h.name, x.name as who
        from public.participants p join public.participants x on lower(x.name) = lower(p.name) and x.household_id <> home
          and (x.born_on is null or p.born_on is null or x.born_on = p.born_on)
        join public.households h on h.id = x.household_id where p.household_id = home limit 8) a)
  );
end
$$;
comment on function public.get_household is 'One household with its people, bookings, notes and merges.';

create function public.add_household_note(household_id uuid, body text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  perform private.require_staff();
  if length(btrim(coalesce(body, ''))) not between 1 and 5000 then
    perform private.fail(422, 'bad_note', 'Enter a note of at most 5,000 characters.',
      '{"field":"note","message_name":"household_note_max_length"}');
  elsif not exists (select from public.households h where h.id = household_id) then
    perform private.fail(404, 'no_household', 'Household not found.');
  end if;
  insert into public.household_notes (household_id, author, body) values (household_id, private.current_user_id(), btrim(body));
end
$$;
comment on function public.add_household_note is 'Adds a note to a household.';

create function public.preview_merge(target_household_id uuid, merged_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  if target_household_id is not distinct from merged_id then
    perform private.fail(422, 'same_household', 'A household cannot be merged with itself.');
  elsif (select count(*) from public.households h where h.id in (target_household_id, merged_id)) <> 2 then
    perform private.fail(404, 'no_household', 'Household not found.');
  end if;
  return jsonb_build_object(
    'target', public.get_household(target_household_id), 'merged', public.get_household(merged_id),
    'same', (select coalesce(jsonb_agg(jsonb_build_object('from', x.id, 'into', p.id, 'name', x.name) order by x.name, x.id), '[]')
      from public.participants x join lateral (
        select p.id from public.participants p where p.household_id = target_household_id and private.unaccent_text(p.name) = private.unaccent_text(x.name)
          and (p.born_on is null or x.born_on is null or p.born_on = x.born_on) and (p.user_id is null or x.user_id is null)
        order by p.born_on is not distinct from x.born_on desc, p.created_at limit 1
      ) p on true where x.household_id = merged_id)
  );
end
$$;
comment on function public.preview_merge is
  'What a merge of two households would join, and who seems to be the same person twice.';

-- Puts the people of one household into the other. "same" names who is whom: [{"from": ..., "into": ...}].
create function public.merge_households(target_household_id uuid, merged_id uuid, reason text, same jsonb default '[]') returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  pair jsonb;
  one public.participants;
  other public.participants;
  joined jsonb := '[]';
  moved jsonb;
  made uuid;
begin
  perform private.require_staff();
  if length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.fail(422, 'reason_missing', 'Give a reason for the merge.',
      '{"field":"reason","message_name":"merge_reason_missing"}');
  elsif target_household_id is not distinct from merged_id then
    perform private.fail(422, 'same_household', 'A household cannot be merged with itself.');
  elsif jsonb_typeof(same) is distinct from 'array' or jsonb_array_length(same) > 60 then
    perform private.fail(422, 'bad_pairs', 'Send a list of people to merge.', '{"message_name":"merge_list_missing"}');
  end if;
  -- In order of id: two merges of the same two households wait for each other.
  perform from public.households h where h.id in (target_household_id, merged_id) order by h.id for update;
  if (select count(*) from public.households h where h.id in (target_household_id, merged_id)) <> 2 then
    perform private.fail(404, 'no_household', 'Household not found.');
  end if;
  moved := jsonb_build_object('name', (select h.name from public.households h where h.id = merged_id),
    -- The whole row, whatever columns it has.
    'household', (select to_jsonb(h) from public.households h where h.id = merged_id),
    'guardians', (select coalesce(jsonb_agg(g.user_id), '[]') from public.guardians g where g.household_id = merged_id),
    'notes', (select coalesce(jsonb_agg(n.id), '[]') from public.household_notes n where n.household_id = merged_id));
  for pair in select value from jsonb_array_elements(same) loop
    select * into one from public.participants p where p.id::text = pair ->> 'from' and p.household_id = merged_id for update;
    select * into other from public.participants p where p.id::text = pair ->> 'into' and p.household_id = target_household_id for update;
    if one.id is null or other.id is null then
      perform private.fail(422, 'bad_pairs', 'One of these people is not in these households.',
        '{"message_name":"not_in_these_households"}');
    elsif one.user_id is not null and other.user_id is not null then
      perform private.fail(422, 'two_accounts', format('%s has an account in both households and cannot be merged.', one.name),
        jsonb_build_object('values', jsonb_build_object('name', one.name)));
    end if;
    joined := joined || jsonb_build_array(jsonb_build_object('from', to_jsonb(one), 'into', to_jsonb(other),
      'bookings', (select coalesce(jsonb_agg(b.id), '[]') from public.bookings b where b.participant_id = one.id),
      'consents', (select coalesce(jsonb_agg(c.id), '[]') from public.consents c where c.participant_id = one.id)));
    update public.bookings b set participant_id = other.id where b.participant_id = one.id;
    update public.consents c set participant_id = other.id where c.participant_id = one.id;
    delete from public.participants p where p.id = one.id;
    update public.participants p set user_id = coalesce(p.user_id, one.user_id), born_on = coalesce(p.born_on, one.born_on),
      note = left(case when one.note = '' or position(one.note in p.note) > 0 then p.note
        when p.note = '' then one.note else p.note || E'\n' || one.note end, 1000)
    where p.id = other.id;
  end loop;
  if (select count(*) from public.participants p where p.household_id in (target_household_id, merged_id)) > 30 then
    perform private.fail(422, 'family_full', 'A family can have at most 30 people.');
  end if;
  moved := moved || jsonb_build_object('joined', joined, 'participants',
    (select coalesce(jsonb_agg(p.id), '[]') from public.participants p where p.household_id = merged_id));
  update public.guardians g set household_id = target_household_id where g.household_id = merged_id;
  update public.participants p set household_id = target_household_id where p.household_id = merged_id;
  update public.household_notes n set household_id = target_household_id where n.household_id = merged_id;
  -- What had joined the other household before belongs to this one's history now.
  update public.household_merges m set target_id = target_household_id where m.target_id = merged_id;
  update public.households k set email = coalesce(k.email, g.email), phone = coalesce(k.phone, g.phone)
  from public.households g where k.id = target_household_id and g.id = merged_id;
  delete from public.households h where h.id = merged_id;
  insert into public.household_merges (target_id, merged_id, reason, moved, merged_by)
  values (merge_households.target_household_id, merge_households.merged_id, btrim(reason), moved, private.current_user_id()) returning id into made;
  return made;
end
$$;
comment on function public.merge_households is 'Moves the people of one household into another one.';

-- Takes a merge apart: the household is there again with its people, as far as they still are where the merge put them.
create function public.undo_merge(merge_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  merge public.household_merges;
  pair jsonb;
begin
  perform private.require_staff();
  -- The household first, as a merge does: one that is under way is finished before the look for a later one.
  perform from public.households h where h.id = (select m.target_id from public.household_merges m where m.id = merge_id) for update;
  select * into merge from public.household_merges m where m.id = merge_id for update;
  if merge.id is null then
    perform private.fail(404, 'no_merge', 'Merge not found.');
  elsif merge.undone_at is not null then
    perform private.fail(409, 'undone', 'This merge was already undone.');
  elsif exists (select from public.household_merges m where m.target_id = merge.target_id and m.at > merge.at and m.undone_at is null) then
    perform private.fail(409, 'later_merge', 'Another household was merged later. Undo that merge first.');
  end if;
  insert into public.households select (jsonb_populate_record(null::public.households, merge.moved -> 'household')).*;
  for pair in select value from jsonb_array_elements(merge.moved -> 'joined') loop
    -- First what belonged to one is removed from the other: an account belongs to one person only.
    update public.participants p set user_id = (pair -> 'into' ->> 'user_id')::uuid, born_on = (pair -> 'into' ->> 'born_on')::date,
      note = pair -> 'into' ->> 'note' where p.id = (pair -> 'into' ->> 'id')::uuid;
    insert into public.participants (id, household_id, user_id, name, born_on, note, is_demo, created_at)
    select (f ->> 'id')::uuid, merge.merged_id, (select u.id from auth.users u where u.id = (f ->> 'user_id')::uuid), f ->> 'name', (f ->> 'born_on')::date,
      f ->> 'note', (f ->> 'is_demo')::boolean, (f ->> 'created_at')::timestamptz from (select pair -> 'from' as f) x;
    update public.bookings b set participant_id = (pair -> 'from' ->> 'id')::uuid
    where b.id::text in (select jsonb_array_elements_text(pair -> 'bookings')) and b.participant_id = (pair -> 'into' ->> 'id')::uuid;
    update public.consents c set participant_id = (pair -> 'from' ->> 'id')::uuid
    where c.id::text in (select jsonb_array_elements_text(pair -> 'consents'));
  end loop;
  update public.guardians g set household_id = merge.merged_id
  where g.household_id = merge.target_id and g.user_id::text in (select jsonb_array_elements_text(merge.moved -> 'guardians'));
  update public.participants p set household_id = merge.merged_id
  where p.household_id = merge.target_id and p.id::text in (select jsonb_array_elements_text(merge.moved -> 'participants'));
  update public.household_notes n set household_id = merge.merged_id
  where n.household_id = merge.target_id and n.id::text in (select jsonb_array_elements_text(merge.moved -> 'notes'));
  update public.household_merges m set undone_at = clock_timestamp(), undone_by = (select private.current_user_id()) where m.id = merge.id;
  return merge.merged_id;
end
$$;
comment on function public.undo_merge is 'Undoes a merge, as far as the people are still where it put them.';

-- ---------- rights ----------
revoke all on function public.list_households, public.get_household, public.add_household_note, public.preview_merge,
  public.merge_households, public.undo_merge from public, anon, authenticated;
grant execute on function public.list_households, public.get_household, public.add_household_note, public.preview_merge,
  public.merge_households, public.undo_merge to authenticated, service_role;
