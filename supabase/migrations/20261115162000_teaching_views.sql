-- What a teacher's screens read, each in one call that a phone can keep: the own week, one register. And how often a
-- class may be written to.

-- A phone to be called at: the register shows it for a child whose order names none.
alter table public.profiles add column phone text not null default '' check (length(phone) <= 40);

create function public.register_of(session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown jsonb;
begin
  perform private.require_teacher_of(register_of.session_id);
  select jsonb_build_object(
    'session', jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'status', s.status,
      'title', o.title, 'slug', o.slug, 'kind', o.kind, 'room', r.name, 'teacher', t.name, 'capacity', p.capacity, 'seats', p.seats,
      'waiting', p.waiting),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', b.id, 'name', b.name, 'is_coming', b.state = 'seated',
        'age', case when b.born_on is not null then extract(year from age(s.local_date, b.born_on))::integer end,
        'note', concat_ws(' ', nullif(b.note, ''), nullif(h.note, '')), 'answers', b.answers, 'is_outside_age', b.is_outside_age,
        -- Of a child, whom to call; of grown-ups nothing.
        'call', case when b.born_on > s.local_date - interval '18 years' then coalesce(nullif(d.buyer_phone, ''),
          (select nullif(y.phone, '') from public.profiles y where y.user_id = d.user_id)) end,
        'mark', a.mark, 'marked_at', a.marked_at, 'marked_by', private.name_of(a.marked_by), 'version', a.version,
        'rival', case when a.rival_mark is not null then jsonb_build_object('mark', a.rival_mark, 'at', a.rival_at,
          'by', private.name_of(a.rival_by)) end) order by private.fold(b.name), b.id), '[]')
      from public.bookings b join public.orders d on d.id = b.order_id
      left join public.participants h on h.id = b.participant_id
      left join public.attendance a on a.booking_id = b.id and a.session_id = s.id
      where b.pool_id = s.pool_id and (b.state = 'seated' or a.mark is not null)
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', private.name_of(n.author),
        'is_mine', n.author = auth.uid(), 'written_at', n.written_at) order by n.written_at, n.id), '[]')
      from public.session_notes n where n.session_id = s.id
    ),
    'substitute', (
      select private.describe_substitute(q.id) from public.substitute_requests q
      where q.session_id = s.id and q.state <> 'withdrawn' order by q.asked_at desc limit 1
    ),
    'as_of', clock_timestamp()
  ) into shown
  from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  join public.pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
  where s.id = register_of.session_id;
  if shown is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  end if;
  return shown;
end
$$;

-- Takes what a phone has gathered and answers with the register as it is now. Asked twice it changes nothing.
-- sent_at is the phone's clock at that moment: a clock that is wrong must not decide whose mark came last.
create function public.sync_register(session_id uuid, device text, sent_at timestamptz, marks jsonb default '[]', notes jsonb default '[]')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  skew interval := clock_timestamp() - sync_register.sent_at;
begin
  perform private.require_teacher_of(sync_register.session_id);
  if coalesce(device, '') !~ '^[A-Za-z0-9-]{8,64}$' then
    perform private.fail(422, 'bad_device', 'The phone must say which one it is.');
  elsif jsonb_typeof(notes) is distinct from 'array' or jsonb_array_length(notes) > 50 then
    perform private.fail(422, 'bad_notes', 'A list of at most 50 notes, please.');
  elsif exists (select from jsonb_array_elements(notes) n where length(btrim(coalesce(n ->> 'body', ''))) not between 1 and 5000) then
    perform private.fail(422, 'bad_notes', 'A note has between one and 5000 letters.');
  end if;
  -- The way of the message is no error of the clock.
  if sent_at is null or skew between interval '-5 seconds' and interval '5 seconds' then
    skew := interval '0';
  end if;
  perform private.keep_marks(sync_register.session_id, device, skew, marks);
  insert into public.session_notes (id, session_id, author, body, written_at)
  select (n ->> 'id')::uuid, sync_register.session_id, auth.uid(), btrim(n ->> 'body'),
    least(coalesce((n ->> 'written_at')::timestamptz, now()) + skew, clock_timestamp())
  from jsonb_array_elements(notes) n
  on conflict on constraint session_notes_pkey do nothing;
  return public.register_of(sync_register.session_id);
end
$$;

-- The dates of who calls, or of everybody for staff who ask so, with how far each register is. Without a day: from today.
create function public.my_teaching(from_day date default null, days integer default 7, everybody boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select a.person_id from public.person_accounts a where a.user_id = auth.uid());
  first_day date := coalesce(from_day, (select (now() at time zone t.zone)::date from public.studio t));
begin
  if not (private.is_desk() or public.has_role('teacher')) then
    raise exception 'This is for teachers and staff.' using errcode = '42501', hint = 'teachers_only';
  elsif everybody and not private.is_desk() then
    raise exception 'Only staff see what everybody teaches.' using errcode = '42501', hint = 'staff_only';
  elsif days is null or days not between 1 and 62 then
    perform private.fail(422, 'bad_span', 'Between one day and two months, please.');
  end if;
  return jsonb_build_object('from_day', first_day, 'is_linked', me is not null, 'sessions', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status,
      'title', o.title, 'room', r.name, 'teacher', t.name, 'capacity', p.capacity, 'seats', p.seats, 'waiting', p.waiting,
      'marked', (select count(*) from public.attendance a where a.session_id = s.id),
      'here', (select count(*) from public.attendance a where a.session_id = s.id and a.mark in ('present', 'late')),
      'is_looked_for', exists (select from public.substitute_requests q where q.session_id = s.id and q.state = 'open')
    ) order by s.starts_at, s.id), '[]')
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    join public.pools p on p.id = s.pool_id left join public.people t on t.id = coalesce(s.teacher_id, o.teacher_id)
    where s.local_date between first_day and first_day + days - 1 and (everybody or t.id = me)
  ));
end
$$;
create index sessions_local_date on public.sessions (local_date);

create function public.open_substitutes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_desk() or public.has_role('teacher')) then
    raise exception 'This is for teachers and staff.' using errcode = '42501', hint = 'teachers_only';
  end if;
  return (
    select coalesce(jsonb_agg(private.describe_substitute(q.id) order by s.starts_at), '[]')
    from public.substitute_requests q join public.sessions s on s.id = q.session_id
    where q.state = 'open' and s.status = 'planned' and s.starts_at > now()
  );
end
$$;

-- To everybody who has a place on that date, one letter an order. Not twice the same, and not without measure.
create or replace function public.message_class(session_id uuid, subject text, body text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  about uuid;
  told integer := 0;
  letter uuid := gen_random_uuid();
  words text := md5(btrim(coalesce(subject, '')) || E'\n' || btrim(coalesce(body, '')));
begin
  if not (private.is_desk() or private.teaches_session(message_class.session_id)) then
    raise exception 'Only the teacher of this date and staff write to its class.' using errcode = '42501', hint = 'not_your_class';
  elsif length(btrim(coalesce(subject, ''))) not between 1 and 150 or length(btrim(coalesce(body, ''))) not between 1 and 5000 then
    perform private.fail(422, 'bad_letter', 'A subject and a few words, please.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message ' || message_class.session_id, 0));
  if exists (select from public.timeline t where t.session_id = message_class.session_id and t.what = 'wrote to the class'
      and t.details ->> 'words' = words and t.at > now() - interval '1 hour') then
    perform private.fail(409, 'sent_already', 'These very words went out within the hour.');
  elsif (select count(*) from public.timeline t where t.session_id = message_class.session_id and t.what = 'wrote to the class'
      and t.at > now() - interval '1 day') >= 5 then
    perform private.fail(429, 'too_many', 'This class was written to five times today. More tomorrow, or through the desk.');
  end if;
  for about in select distinct b.order_id from public.bookings b join public.sessions s on s.pool_id = b.pool_id
    where s.id = message_class.session_id and b.state = 'seated'
  loop
    perform private.add_job('mail.message', jsonb_build_object('order_id', about, 'session_id', message_class.session_id,
      'subject', btrim(subject), 'body', btrim(body)), key => format('message %s %s', letter, about));
    told := told + 1;
  end loop;
  if told = 0 then
    perform private.fail(409, 'nobody_there', 'Nobody has a place on this date yet.');
  end if;
  perform private.note('wrote to the class', session_id => message_class.session_id,
    details => jsonb_build_object('subject', subject, 'words', words, 'told', told));
  return told;
end
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['register_of(uuid)', 'sync_register(uuid, text, timestamptz, jsonb, jsonb)',
    'my_teaching(date, integer, boolean)', 'open_substitutes()', 'ask_substitute(uuid, text)', 'withdraw_substitute(uuid)',
    'accept_substitute(uuid, uuid)', 'link_teacher(uuid, text)', 'teaching_accounts()']
  loop
    execute format('revoke all on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
  -- Registers and requests change under other people's hands.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    foreach signature in array array['attendance', 'substitute_requests'] loop
      if not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = signature) then
        execute format('alter publication supabase_realtime add table public.%I', signature);
      end if;
    end loop;
  end if;
end
$$;
