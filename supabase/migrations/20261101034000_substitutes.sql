-- Substitutes for a teacher who cannot come, and which account teaches as which person.

-- The texts of a request in the other languages: those of its session, and the names of both teachers.
create function private.substitute_translations(session jsonb, instead_of jsonb, found jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(language, coalesce(session -> language, '{}') || jsonb_strip_nulls(jsonb_build_object(
    'instead_of', instead_of -> language -> 'name', 'found', found -> language -> 'name'))), '{}')
  from (select jsonb_object_keys(session) union select jsonb_object_keys(instead_of) union select jsonb_object_keys(found)) l (language)
$$;

-- The reason may be about someone's health: it is for staff, and no email has it.
create function private.describe_substitute(wanted uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', q.id, 'session_id', q.session_id, 'state', q.state, 'asked_at', q.asked_at,
    'reason', case when private.is_staff() or q.asked_by = (select private.current_user_id()) then q.reason else '' end,
    'asked_by', private.name_of(q.asked_by), 'is_mine', coalesce(q.asked_by = (select private.current_user_id()), false),
    'instead_of', p.name, 'found', f.name,
    'title', o.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'room', r.name,
    'translations', private.substitute_translations(private.session_translations(o.translations, r.translations),
      p.translations, f.translations))
  from public.substitute_requests q join public.sessions s on s.id = q.session_id
  join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  left join public.people p on p.id = q.person_id left join public.people f on f.id = q.found_person_id
  where q.id = wanted
$$;

create function public.request_substitute(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  wanted public.sessions;
  made uuid;
begin
  perform private.require_teacher_of(request_substitute.session_id);
  select * into wanted from public.sessions s where s.id = request_substitute.session_id for update;
  -- One person asks for different sessions, at once.
  perform private.lock_name('substitute requests of ' || coalesce(private.current_user_id()::text, ''));
  if wanted.id is null then
    perform private.fail(404, 'no_session', 'Session not found.');
  elsif wanted.status <> 'planned' or wanted.starts_at <= now() then
    perform private.fail(409, 'begun', 'This session has started or was cancelled.', '{"message_name":"session_begun_or_cancelled"}');
  elsif length(coalesce(request_substitute.reason, '')) > 500 then
    perform private.fail(422, 'bad_reason', 'Use at most 500 characters.', '{"message_name":"substitute_reason_max_length"}');
  elsif (select count(*) from public.substitute_requests q where q.asked_by = (select private.current_user_id()) and q.asked_at > now() - interval '1 day') >= 20 then
    perform private.fail(429, 'too_many', 'You have made many requests today. Ask the staff.',
      '{"message_name":"too_many_substitute_requests"}');
  end if;
  insert into public.substitute_requests (session_id, person_id, asked_by, reason)
  select wanted.id, coalesce(wanted.teacher_id, o.teacher_id), private.current_user_id(), btrim(coalesce(request_substitute.reason, ''))
  from public.offerings o where o.id = wanted.offering_id
  on conflict (session_id) where state = 'open' do nothing returning id into made;
  if made is null then
    select q.id into made from public.substitute_requests q where q.session_id = wanted.id and q.state = 'open';
    return private.describe_substitute(made);
  end if;
  perform private.add_timeline_entry('asked for a substitute', session_id => wanted.id);
  perform private.add_job('mail.substitute_asked', jsonb_build_object('request_id', made), key => 'substitute asked ' || made);
  return private.describe_substitute(made);
end
$$;
comment on function public.request_substitute is 'Asks for a substitute teacher for a session.';

create function public.withdraw_substitute(request_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.substitute_requests;
begin
  select * into asked from public.substitute_requests q where q.id = withdraw_substitute.request_id for update;
  if asked.id is null or not (private.is_staff() or (asked.asked_by = (select private.current_user_id()) and public.has_role('teacher'))) then
    perform private.fail(404, 'no_request', 'Request not found.');
  end if;
  update public.substitute_requests q set state = 'withdrawn', closed_at = now() where q.id = asked.id and q.state = 'open';
  return private.describe_substitute(asked.id);
end
$$;
comment on function public.withdraw_substitute is 'Withdraws a request for a substitute.';

create function public.accept_substitute(request_id uuid, person_id uuid default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.substitute_requests;
  wanted public.sessions;
  who public.people;
  elsewhere text;
begin
  if not (private.is_staff() or public.has_role('teacher')) or (accept_substitute.person_id is not null and not private.is_staff()) then
    raise exception 'Only teachers can take over classes, and only staff can choose someone else.' using errcode = '42501',
      hint = 'teachers_only', detail = '{"message_name":"only_teachers_take_over"}';
  end if;
  select * into asked from public.substitute_requests q where q.id = accept_substitute.request_id for update;
  if asked.id is null then
    perform private.fail(404, 'no_request', 'Request not found.');
  end if;
  select p.* into who from public.people p
  where p.id = coalesce(accept_substitute.person_id, (select a.person_id from public.person_accounts a where a.user_id = (select private.current_user_id())));
  if who.id is null then
    perform private.fail(422, 'no_teacher', 'This account is not linked to a teacher. Staff can link it.');
  elsif asked.state = 'found' and asked.found_person_id = who.id then
    return private.describe_substitute(asked.id);
  elsif asked.state <> 'open' then
    perform private.fail(409, 'taken', 'A substitute was already found, or the request was withdrawn.',
      '{"message_name":"substitute_found"}');
  end if;
  select * into wanted from public.sessions s where s.id = asked.session_id for update;
  if wanted.status <> 'planned' or wanted.starts_at <= now() then
    perform private.fail(409, 'begun', 'This session has started or was cancelled.', '{"message_name":"session_begun_or_cancelled"}');
  elsif who.id = asked.person_id then
    perform private.fail(422, 'same_teacher', 'This teacher is the one who cannot come. Choose someone else.');
  end if;
  -- One person takes one class at a time: two presses for two classes at one hour must not both pass the look below.
  perform pg_advisory_xact_lock(hashtextextended('teacher ' || who.id, 0));
  select o.title into elsewhere from public.sessions s join public.offerings o on o.id = s.offering_id
  where s.status = 'planned' and s.id <> wanted.id and coalesce(s.teacher_id, o.teacher_id) = who.id
    and tstzrange(s.starts_at, s.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at) limit 1;
  if elsewhere is not null then
    perform private.fail(409, 'clash', format('%s teaches %s at that time.', who.name, elsewhere),
      jsonb_build_object('message_name', 'teacher_is_busy', 'values', jsonb_build_object('teacher', who.name, 'title', elsewhere)));
  end if;
  update public.sessions s set teacher_id = who.id where s.id = wanted.id;
  update public.substitute_requests q set state = 'found', found_person_id = who.id, found_by = (select private.current_user_id()), closed_at = now()
  where q.id = asked.id;
  perform private.add_timeline_entry('a substitute was found', session_id => wanted.id,
    details => jsonb_build_object('instead_of', asked.person_id, 'teacher_id', who.id));
  perform private.add_job('mail.substitute_found', jsonb_build_object('request_id', asked.id), key => 'substitute found ' || asked.id);
  return private.describe_substitute(asked.id);
end
$$;
comment on function public.accept_substitute is
  'Takes over a session as its substitute, or lets staff name one; a teacher who is busy at that time cannot.';

create function public.open_substitutes() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (private.is_staff() or public.has_role('teacher')) then
    raise exception 'This is for teachers and staff.' using errcode = '42501', hint = 'teachers_only';
  end if;
  return (
    select coalesce(jsonb_agg(private.describe_substitute(q.id) order by s.starts_at), '[]')
    from public.substitute_requests q join public.sessions s on s.id = q.session_id
    where q.state = 'open' and s.status = 'planned' and s.starts_at > now()
  );
end
$$;
comment on function public.open_substitutes is 'Open requests for substitutes.';

-- Everyone who has booked a session with a substitute is notified, one email per order.
create function private.notify_substitute() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

create function public.link_teacher(person_id uuid, email text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account uuid;
begin
  perform private.require_staff();
  if not exists (select from public.people p where p.id = link_teacher.person_id) then
    perform private.fail(404, 'no_person', 'Person not found.');
  end if;
  if btrim(coalesce(email, '')) = '' then
    delete from public.person_accounts a where a.person_id = link_teacher.person_id;
    return;
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(link_teacher.email)) and u.email_confirmed_at is not null;
  if account is null then
    perform private.fail(404, 'no_account', 'Nobody with this address has an account yet. Invite them on the page People.',
      '{"message_name":"no_account_with_address"}');
  elsif exists (select from public.person_accounts a where a.user_id = account and a.person_id <> link_teacher.person_id) then
    perform private.fail(409, 'linked', 'This account is already linked to another person.');
  end if;
  insert into public.person_accounts as a (person_id, user_id) values (link_teacher.person_id, account)
  on conflict on constraint person_accounts_pkey do update set user_id = excluded.user_id;
  insert into public.roles (user_id, role, granted_by) values (account, 'teacher', private.current_user_id()) on conflict do nothing;
end
$$;
comment on function public.link_teacher is 'Links an account to a person of the studio, with the role teacher.';

create function public.teaching_accounts() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('person_id', p.id, 'name', p.name, 'email', u.email) order by p.name), '[]')
    from public.people p
    left join public.person_accounts a on a.person_id = p.id left join auth.users u on u.id = a.user_id
    where a.user_id is not null or exists (select from public.offerings o where o.teacher_id = p.id)
      or exists (select from public.sessions s where s.teacher_id = p.id)
  );
end
$$;
comment on function public.teaching_accounts is 'Accounts that teach, and as whom.';

create function public.teacher_candidates() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', c.user_id, 'name', c.name) order by c.name, c.user_id), '[]')
    from (
      select u.id as user_id, coalesce(nullif(btrim(f.name), ''), split_part(u.email, '@', 1)) as name
      from auth.users u left join public.profiles f on f.user_id = u.id
      where exists (select from public.roles r where r.user_id = u.id and r.role in ('teacher', 'staff', 'owner'))
        and not exists (select from public.person_accounts a where a.user_id = u.id)
        and u.email is not null
      limit 200
    ) c
  );
end
$$;
comment on function public.teacher_candidates is 'Accounts that may teach and have no public profile yet.';

create function public.make_teacher(account uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  called text;
  person uuid;
begin
  perform private.require_staff();
  select coalesce(nullif(btrim(f.name), ''), split_part(u.email, '@', 1)) into called
  from auth.users u left join public.profiles f on f.user_id = u.id
  where u.id = account and u.email is not null
    and exists (select from public.roles r where r.user_id = u.id and r.role in ('teacher', 'staff', 'owner'));
  if called is null then
    perform private.fail(404, 'no_account', 'Account not found among the people who work here.',
      '{"message_name":"account_not_of_staff"}');
  end if;
  -- Two clicks make one person.
  perform pg_advisory_xact_lock(hashtextextended('make_teacher ' || account::text, 0));
  select a.person_id into person from public.person_accounts a where a.user_id = account;
  if person is null then
    insert into public.people (slug, name, line, bio, is_public, position)
    values (private.free_slug('people', called), called, 'Teaches at the studio.', '', true,
      (select coalesce(max(p.position), 0) + 1 from public.people p))
    returning id into person;
    insert into public.person_accounts (person_id, user_id) values (person, account);
  end if;
  insert into public.roles (user_id, role, granted_by) values (account, 'teacher', private.current_user_id()) on conflict do nothing;
  return person;
end
$$;
comment on function public.make_teacher is 'The person as whom an account teaches, created if there is none, with the role teacher.';

-- ---------- triggers ----------
create trigger notify_people after update of state on public.substitute_requests
  for each row when (new.state = 'found' and old.state is distinct from 'found') execute function private.notify_substitute();

-- ---------- rights ----------
revoke all on function public.request_substitute, public.withdraw_substitute, public.accept_substitute, public.open_substitutes,
  public.link_teacher, public.teaching_accounts, public.teacher_candidates, public.make_teacher from public, anon, authenticated;
grant execute on function public.request_substitute, public.withdraw_substitute, public.accept_substitute, public.open_substitutes,
  public.link_teacher, public.teaching_accounts, public.teacher_candidates, public.make_teacher to authenticated, service_role;
