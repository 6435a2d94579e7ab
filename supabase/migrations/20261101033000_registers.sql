-- Registers: attendance marks from phones that may have been offline, and the classes of a teacher.

-- Returns how many people's marks changed. A mark for someone who is not in the class is ignored.
create function private.save_marks(wanted uuid, from_device text, skew interval, marks jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  said record;
  had public.attendance;
  at timestamptz;
  is_rival boolean;
  written integer := 0;
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) > 500 then
    perform private.fail(422, 'bad_marks', 'Send a list of at most 500 marks.', '{"message_name":"too_many_marks"}');
  elsif exists (select from jsonb_array_elements(marks) m
      where coalesce(m ->> 'mark', '') not in ('present', 'late', 'absent', 'excused')) then
    perform private.fail(422, 'bad_marks', 'Mark people as present, late, absent or excused.', '{"message_name":"unknown_mark"}');
  end if;
  -- One phone after the other: neither may judge by what the other is about to change.
  perform pg_advisory_xact_lock(hashtextextended('register ' || wanted, 0));
  for said in
    select b.id as booking_id, m ->> 'mark' as mark, left(coalesce(m ->> 'note', ''), 500) as note,
      date_trunc('milliseconds', coalesce((m ->> 'marked_at')::timestamptz, clock_timestamp())) as device_at,
      (m ->> 'seen')::integer as seen
    from jsonb_array_elements(marks) m
    join public.sessions s on s.id = wanted
    join public.bookings b on b.id::text = m ->> 'booking_id' and b.pool_id = s.pool_id
    order by 4, b.id
  loop
    at := least(said.device_at + skew, clock_timestamp());
    insert into public.attendance_marks (session_id, booking_id, mark, marked_at, device_at, device, marked_by)
    values (wanted, said.booking_id, said.mark, at, said.device_at, from_device, private.current_user_id())
    on conflict on constraint attendance_marks_session_id_booking_id_device_device_at_key do nothing;
    continue when not found;
    select * into had from public.attendance a where a.session_id = wanted and a.booking_id = said.booking_id;
    if had.session_id is null then
      insert into public.attendance (session_id, booking_id, mark, note, marked_at, marked_by, device)
      values (wanted, said.booking_id, said.mark, said.note, at, private.current_user_id(), from_device);
      written := written + 1;
      continue;
    end if;
    is_rival := had.mark <> said.mark and had.device <> from_device and said.seen is distinct from had.version;
    if at >= had.marked_at then
      update public.attendance a set mark = said.mark, note = said.note, marked_at = at, marked_by = (select private.current_user_id()), device = from_device,
        version = had.version + 1,
        rival_mark = case when is_rival then had.mark when said.seen = had.version then null else had.rival_mark end,
        rival_at = case when is_rival then had.marked_at when said.seen = had.version then null else had.rival_at end,
        rival_by = case when is_rival then had.marked_by when said.seen = had.version then null else had.rival_by end
      where a.session_id = wanted and a.booking_id = said.booking_id;
      written := written + 1;
    elsif is_rival then
      update public.attendance a set rival_mark = said.mark, rival_at = at, rival_by = (select private.current_user_id()), version = had.version + 1
      where a.session_id = wanted and a.booking_id = said.booking_id;
    end if;
  end loop;
  return written;
end
$$;

create function public.mark_attendance(session_id uuid, marks jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_teacher_of(mark_attendance.session_id);
  return private.save_marks(mark_attendance.session_id, coalesce(private.current_user_id()::text, 'program'), interval '0', marks);
end
$$;
comment on function public.mark_attendance is 'Marks attendance at a session.';

create function public.get_register(session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  shown jsonb;
begin
  perform private.require_teacher_of(get_register.session_id);
  select jsonb_build_object(
    'session', jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'status', s.status,
      'title', o.title, 'slug', o.slug, 'kind', o.kind, 'is_online', s.is_online, 'room', r.name, 'teacher', t.name,
      'capacity', p.capacity, 'seats', p.seats, 'waiting', p.waiting),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', b.id, 'name', b.name, 'is_coming', b.state = 'seated',
        'age', case when b.born_on is not null then extract(year from age(s.local_date, b.born_on))::integer end,
        'note', concat_ws(' ', nullif(b.note, ''), nullif(h.note, '')), 'answers', b.answers, 'is_outside_age', b.is_outside_age,
        -- Of a child, whom to call; of grown-ups nothing. Without a birthday the ages of the class decide.
        'call', case when coalesce(b.born_on > s.local_date - interval '18 years', o.age_to < 18) then coalesce(nullif(d.buyer_phone, ''),
          (select nullif(y.phone, '') from public.profiles y where y.user_id = d.user_id)) end,
        'mark', a.mark, 'marked_at', a.marked_at, 'marked_by', private.name_of(a.marked_by), 'version', a.version,
        'rival', case when a.rival_mark is not null then jsonb_build_object('mark', a.rival_mark, 'at', a.rival_at,
          'by', private.name_of(a.rival_by)) end) order by private.normalize_text(b.name), b.id), '[]')
      from public.bookings b join public.orders d on d.id = b.order_id
      left join public.participants h on h.id = b.participant_id
      left join public.attendance a on a.booking_id = b.id and a.session_id = s.id
      where b.pool_id = s.pool_id and (b.state = 'seated' or a.mark is not null)
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', private.name_of(n.author),
        'is_mine', coalesce(n.author = (select private.current_user_id()), false), 'written_at', n.written_at) order by n.written_at, n.id), '[]')
      from public.session_notes n where n.session_id = s.id
    ),
    'substitute', (
      select private.describe_substitute(q.id) from public.substitute_requests q
      where q.session_id = s.id and q.state <> 'withdrawn' order by q.asked_at desc limit 1
    ),
    'as_of', clock_timestamp()
  ) into shown
  from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  join public.capacity_pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
  where s.id = get_register.session_id;
  if shown is null then
    perform private.fail(404, 'no_session', 'Session not found.');
  end if;
  return shown;
end
$$;
comment on function public.get_register is 'The register of a session: people, marks, notes.';

-- Takes what a phone has gathered and answers with the register as it is now. Asked twice it changes nothing.
-- sent_at is the phone's clock at that moment: a clock that is wrong must not decide whose mark came last.
create function public.sync_register(session_id uuid, device text, sent_at timestamptz, marks jsonb default '[]', notes jsonb default '[]')
returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  skew interval := clock_timestamp() - sync_register.sent_at;
begin
  perform private.require_teacher_of(sync_register.session_id);
  if coalesce(device, '') !~ '^[A-Za-z0-9-]{8,64}$' then
    perform private.fail(422, 'bad_device', 'The id of the device is missing.');
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) > 50 then
    perform private.fail(422, 'bad_notes', 'Send a list of at most 50 notes.', '{"message_name":"too_many_notes"}');
  elsif exists (select from jsonb_array_elements(notes) n where length(btrim(coalesce(n ->> 'body', ''))) not between 1 and 5000) then
    perform private.fail(422, 'bad_notes', 'Use between 1 and 5,000 characters for a note.', '{"message_name":"class_note_length"}');
  end if;
  -- The way of the message is no error of the clock.
  if sent_at is null or skew between interval '-5 seconds' and interval '5 seconds' then
    skew := interval '0';
  end if;
  perform private.save_marks(sync_register.session_id, device, skew, marks);
  insert into public.session_notes (id, session_id, author, body, written_at)
  select (n ->> 'id')::uuid, sync_register.session_id, private.current_user_id(), btrim(n ->> 'body'),
    least(coalesce((n ->> 'written_at')::timestamptz, now()) + skew, clock_timestamp())
  from jsonb_array_elements(notes) n
  on conflict on constraint session_notes_pkey do nothing;
  return public.get_register(sync_register.session_id);
end
$$;
comment on function public.sync_register is
  'Saves marks and notes that a phone has collected, and answers with the register as it is now.';

create function public.my_teaching(from_day date default null, days integer default 7, all_teachers boolean default false) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := (select a.person_id from public.person_accounts a where a.user_id = (select private.current_user_id()));
  first_day date := coalesce(from_day, (select (now() at time zone t.zone)::date from public.studio t));
begin
  if not (private.is_staff() or public.has_role('teacher')) then
    raise exception 'This is for teachers and staff.' using errcode = '42501', hint = 'teachers_only';
  elsif all_teachers and not private.is_staff() then
    raise exception 'Only staff can see all sessions.' using errcode = '42501', hint = 'staff_only',
      detail = '{"message_name":"staff_see_all_sessions"}';
  elsif days is null or days not between 1 and 62 then
    perform private.fail(422, 'bad_span', 'Choose between one day and two months.', '{"message_name":"span_max_two_months"}');
  end if;
  return jsonb_build_object('from_day', first_day, 'is_linked', me is not null, 'sessions', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status,
      'title', o.title, 'is_online', s.is_online, 'room', r.name, 'teacher', t.name, 'capacity', p.capacity, 'seats', p.seats,
      'waiting', p.waiting, 'translations', private.session_translations(o.translations, r.translations, t.translations),
      'marked', (select count(*) from public.attendance a where a.session_id = s.id),
      'here', (select count(*) from public.attendance a where a.session_id = s.id and a.mark in ('present', 'late')),
      'is_looked_for', exists (select from public.substitute_requests q where q.session_id = s.id and q.state = 'open')
    ) order by s.starts_at, s.id), '[]')
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    join public.capacity_pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
    where s.local_date between first_day and first_day + days - 1 and (all_teachers or t.id = me)
  ));
end
$$;
comment on function public.my_teaching is
  'Sessions of the caller, or of all teachers for staff, with the state of each register; from today if no day is given.';

create function public.message_class(session_id uuid, subject text, body text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about record;
  emails integer := 0;
  missed jsonb := '[]';
  sender text := (select p.name from public.profiles p where p.user_id = private.current_user_id());
  message uuid := gen_random_uuid();
  text_hash text := md5(btrim(coalesce(subject, '')) || E'\n' || btrim(coalesce(body, '')));
begin
  if not (private.is_staff() or private.teaches_session(message_class.session_id)) then
    raise exception 'Only the teacher of this session and staff can message its class.' using errcode = '42501', hint = 'not_your_class',
      detail = '{"message_name":"message_to_another_class"}';
  elsif length(btrim(coalesce(subject, ''))) not between 1 and 150 or length(btrim(coalesce(body, ''))) not between 1 and 5000 then
    perform private.fail(422, 'bad_message', 'Enter a subject and a message.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message ' || message_class.session_id, 0));
  if exists (select from public.timeline t where t.session_id = message_class.session_id and t.what = 'messaged the class'
      and t.details ->> 'text_hash' = text_hash and t.at > now() - interval '1 hour') then
    perform private.fail(409, 'sent_already', 'You sent the same message less than an hour ago.');
  elsif (select count(*) from public.timeline t where t.session_id = message_class.session_id and t.what = 'messaged the class'
      and t.at > now() - interval '1 day') >= 5 then
    perform private.fail(429, 'too_many', 'This class received five messages today. Try again tomorrow, or ask the staff.',
      '{"message_name":"too_many_class_messages"}');
  end if;
  for about in select d.id, d.buyer_name, d.buyer_phone, private.has_email(d.buyer_email) as has_email from public.orders d
    where d.id in (select b.order_id from public.bookings b join public.sessions s on s.pool_id = b.pool_id
      where s.id = message_class.session_id and b.state = 'seated')
    order by d.buyer_name, d.id
  loop
    if about.has_email then
      perform private.add_job('mail.message', jsonb_build_object('order_id', about.id, 'session_id', message_class.session_id,
        'subject', btrim(subject), 'body', btrim(body), 'sender', coalesce(sender, '')), key => format('message %s %s', message, about.id));
      emails := emails + 1;
    else
      missed := missed || jsonb_build_object('name', about.buyer_name, 'phone', about.buyer_phone);
    end if;
  end loop;
  if emails = 0 and missed = '[]' then
    perform private.fail(409, 'nobody_there', 'Nobody has booked this session yet.');
  elsif emails = 0 then
    perform private.fail(409, 'no_addresses', 'Nobody who booked this session has an email address. Call them instead.');
  end if;
  perform private.add_timeline_entry('messaged the class', session_id => message_class.session_id,
    details => jsonb_build_object('subject', subject, 'text_hash', text_hash, 'emails', emails));
  return jsonb_build_object('emails', emails, 'without_email', missed);
end
$$;
comment on function public.message_class is
  'Emails everyone who has a place in a session, one email per order, and says who has no address; limited, and never the same text twice.';

create function public.my_calendar_link(renew boolean default false) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := private.current_user_id();
  known text;
begin
  if me is null then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  end if;
  insert into private.calendar_links as l (user_id, token) values (me, private.new_token())
  on conflict on constraint calendar_links_pkey do update set token = case when renew then excluded.token else l.token end
  returning token into known;
  return known;
end
$$;
comment on function public.my_calendar_link is
  'The caller''s private calendar link, made at the first call or renewed on request.';

create function public.get_calendar(calendar_token text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'sequence', s.sequence,
    'status', case when mine.is_on then s.status else 'cancelled' end, 'title', o.title, 'slug', o.slug, 'kind', o.kind,
    'is_online', s.is_online, 'room', r.name, 'names', mine.names, 'translations', private.session_translations(o.translations, r.translations))
    order by s.starts_at), '[]')
  from private.calendar_links l
  cross join lateral (
    select b.pool_id, bool_or(b.state = 'seated') as is_on,
      string_agg(b.name, ', ' order by b.name) filter (where b.state = 'seated') as names
    from public.bookings b join public.orders d on d.id = b.order_id
    where d.user_id = l.user_id and b.state in ('seated', 'cancelled') group by b.pool_id
    union
    select t.pool_id, true, null from public.sessions t join public.offerings f on f.id = t.offering_id
    join public.person_accounts a on a.person_id = coalesce(t.teacher_id, f.teacher_id) where a.user_id = l.user_id
      and exists (select from public.roles r where r.user_id = l.user_id and r.role in ('teacher', 'staff', 'owner'))
  ) mine
  join public.sessions s on s.pool_id = mine.pool_id and s.starts_at > now() - interval '1 year'
  join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  where l.token = calendar_token
    and exists (select from auth.users u where u.id = l.user_id and (u.banned_until is null or u.banned_until <= now()))
$$;
comment on function public.get_calendar is 'Sessions that the holder of a calendar link booked or teaches, from a year ago on.';

create function public.calendar_language(calendar_token text, page_language text default null) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.email_language(l.user_id, page_language) from private.calendar_links l where l.token = calendar_token
$$;
comment on function public.calendar_language is
  'The language of a private calendar: the one its holder chose, else that of the page; null if the link is not valid.';

-- ---------- rights ----------
revoke all on function public.mark_attendance, public.get_register, public.sync_register, public.my_teaching, public.message_class,
  public.my_calendar_link, public.get_calendar, public.calendar_language from public, anon, authenticated;
grant execute on function public.get_calendar, public.calendar_language to anon, authenticated, service_role;
grant execute on function public.mark_attendance, public.get_register, public.sync_register, public.my_teaching,
  public.message_class, public.my_calendar_link to authenticated, service_role;
