-- Changing the programme (wall time is the truth), teaching, private calendars, content that appears at its hour.

create function private.tell_moved(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about record;
begin
  for about in
    select distinct b.order_id, s.starts_at, s.sequence from public.bookings b join public.sessions s on s.pool_id = b.pool_id
    where s.id = wanted and b.state = 'seated' and s.starts_at > now()
  loop
    perform private.add_job('mail.moved', jsonb_build_object('order_id', about.order_id, 'session_id', wanted),
      key => format('moved %s %s %s', about.order_id, wanted, about.sequence));
    if about.starts_at > now() + interval '26 hours' then
      perform private.add_job('mail.reminder', jsonb_build_object('order_id', about.order_id, 'session_id', wanted),
        about.starts_at - interval '24 hours', format('reminder %s %s %s', about.order_id, wanted, about.starts_at));
    end if;
  end loop;
end
$$;

-- Changes this date, this and the following, or all that are to come. Absent fields stay as they are.
-- changes: {days (shift), local_time, duration_min, room_id, teacher_id}
create function public.change_sessions(session_id uuid, scope text, changes jsonb, clash_reason text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  anchor public.sessions;
  changed uuid[];
  one uuid;
  shift integer := coalesce((changes ->> 'days')::integer, 0);
  tail uuid;
begin
  perform private.require_desk();
  select * into anchor from public.sessions s where s.id = change_sessions.session_id for update;
  if anchor.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  elsif scope is null or scope not in ('this', 'following', 'all') then
    perform private.fail(422, 'bad_scope', 'Change "this", "following" or "all".');
  end if;
  set constraints public.room_is_free, public.teacher_is_free deferred;
  with wanted as (
    select s.id from public.sessions s
    where s.id = anchor.id
      or (scope <> 'this' and s.series_id = anchor.series_id and s.starts_at > now()
        and (scope = 'all' or s.local_date >= anchor.local_date))
    order by s.id for update
  ), done as (
    update public.sessions s set
      local_date = s.local_date + shift,
      local_time = coalesce((changes ->> 'local_time')::time, s.local_time),
      duration_min = coalesce((changes ->> 'duration_min')::integer, s.duration_min),
      room_id = coalesce((changes ->> 'room_id')::uuid, s.room_id),
      teacher_id = coalesce((changes ->> 'teacher_id')::uuid, s.teacher_id),
      clash_reason = coalesce(nullif(btrim(change_sessions.clash_reason), ''), s.clash_reason)
    from wanted where s.id = wanted.id returning s.id
  )
  select array_agg(id) into changed from done;
  -- Here a room or a teacher that is taken is refused, unless a reason was given.
  set constraints public.room_is_free, public.teacher_is_free immediate;
  if anchor.series_id is not null and scope <> 'this' then
    tail := anchor.series_id;
    if scope = 'following' and exists (select from public.sessions s where s.series_id = anchor.series_id
        and s.local_date < anchor.local_date and not s.id = any (changed)) then
      insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
      select offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, anchor.local_date, ends_on
      from public.series where id = anchor.series_id returning id into tail;
      update public.series set ends_on = greatest(starts_on, anchor.local_date - 1) where id = anchor.series_id;
      update public.sessions s set series_id = tail where s.id = any (changed);
    end if;
    update public.series set
      weekday = (weekday - 1 + shift + 700) % 7 + 1,
      local_time = coalesce((changes ->> 'local_time')::time, local_time),
      duration_min = coalesce((changes ->> 'duration_min')::integer, duration_min),
      room_id = coalesce((changes ->> 'room_id')::uuid, room_id),
      teacher_id = coalesce((changes ->> 'teacher_id')::uuid, teacher_id),
      starts_on = starts_on + shift, ends_on = ends_on + shift
    where id = tail;
  end if;
  foreach one in array changed loop
    perform private.note(case when clash_reason is null then 'changed' else 'changed in spite of a clash' end,
      session_id => one, details => changes || jsonb_build_object('scope', scope, 'clash_reason', clash_reason));
    perform private.tell_moved(one);
  end loop;
  return cardinality(changed);
end
$$;

-- The studio cancels: everybody gets everything back, of a course the share of this date.
create function public.cancel_session(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  gone public.sessions;
  about public.bookings;
  is_last boolean;
  told integer := 0;
begin
  perform private.require_desk();
  select * into gone from public.sessions s where s.id = cancel_session.session_id;
  if gone.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  end if;
  perform private.lock_pool(gone.pool_id);
  update public.sessions s set status = 'cancelled' where s.id = gone.id and s.status = 'planned';
  if not found then
    return jsonb_build_object('cancelled', false, 'places', 0);
  end if;
  perform private.note('cancelled', session_id => gone.id, details => jsonb_build_object('reason', reason));
  is_last := not exists (select from public.sessions s where s.pool_id = gone.pool_id and s.status = 'planned');
  for about in select b.* from public.bookings b where b.pool_id = gone.pool_id and b.state = 'seated'
    and b.created_at < gone.starts_at order by b.id
  loop
    if is_last then
      perform private.cancel_booking(about.id, 'studio');
      perform private.settle_money(about.order_id, 'the studio cancelled', about.id);
      update public.orders o set state = 'cancelled' where o.id = about.order_id
        and not exists (select from public.bookings b where b.order_id = o.id and b.state in ('seated', 'pending'));
    else
      perform private.give_credit(about, about.price_cents / about.dates, 'the studio cancelled a date');
    end if;
    perform private.add_job('mail.session_cancelled', jsonb_build_object('order_id', about.order_id, 'session_id', gone.id,
      'reason', reason), key => format('session cancelled %s %s', about.order_id, gone.id));
    told := told + 1;
  end loop;
  if is_last then
    update public.holds h set state = 'released' where h.pool_id = gone.pool_id and h.state = 'live' and h.order_id is null;
    update public.wait_entries w set state = 'closed' where w.pool_id = gone.pool_id and w.state in ('waiting', 'offered');
  end if;
  return jsonb_build_object('cancelled', true, 'places', told);
end
$$;

-- ---------- teaching ----------
create function private.teaches_pool(pool uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('teacher') and exists (
    select from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where s.pool_id = pool and a.user_id = auth.uid()
  )
$$;
create function private.teaches_session(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('teacher') and exists (
    select from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where s.id = wanted and a.user_id = auth.uid()
  )
$$;
create function private.teaches_participant(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bookings b where b.participant_id = wanted and b.state = 'seated' and private.teaches_pool(b.pool_id))
$$;
create policy "their teachers read participants" on public.participants for select to authenticated
  using (private.teaches_participant(id));

create table public.attendance (
  session_id uuid not null references public.sessions (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  mark text not null check (mark in ('present', 'late', 'absent', 'excused')),
  note text not null default '' check (length(note) <= 500),
  -- When it was marked on the phone, perhaps without a network: the later mark wins, not the later sync.
  marked_at timestamptz not null,
  marked_by uuid references auth.users (id) on delete set null,
  primary key (session_id, booking_id)
);
create index attendance_booking on public.attendance (booking_id);
create table public.session_notes (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (length(body) between 1 and 5000),
  written_at timestamptz not null default now()
);
create index session_notes_session on public.session_notes (session_id);
create index session_notes_author on public.session_notes (author);

create function public.mark_attendance(session_id uuid, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  if not (private.is_desk() or private.teaches_session(mark_attendance.session_id)) then
    raise exception 'Only the teacher of this date and staff keep its register.' using errcode = '42501', hint = 'not_your_class';
  elsif jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) > 500 then
    perform private.fail(422, 'bad_marks', 'A list of at most 500 marks, please.');
  end if;
  insert into public.attendance as a (session_id, booking_id, mark, note, marked_at, marked_by)
  select mark_attendance.session_id, b.id, m ->> 'mark', coalesce(m ->> 'note', ''),
    least(coalesce((m ->> 'marked_at')::timestamptz, now()), now()), auth.uid()
  from jsonb_array_elements(marks) m
  join public.bookings b on b.id::text = m ->> 'booking_id'
  join public.sessions s on s.id = mark_attendance.session_id and s.pool_id = b.pool_id
  on conflict on constraint attendance_pkey do update
    set mark = excluded.mark, note = excluded.note, marked_at = excluded.marked_at, marked_by = excluded.marked_by
    where excluded.marked_at >= a.marked_at;
  get diagnostics written = row_count;
  return written;
end
$$;

create function public.message_class(session_id uuid, subject text, body text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  about uuid;
  told integer := 0;
  letter uuid := gen_random_uuid();
begin
  if not (private.is_desk() or private.teaches_session(message_class.session_id)) then
    raise exception 'Only the teacher of this date and staff write to its class.' using errcode = '42501', hint = 'not_your_class';
  elsif length(btrim(coalesce(subject, ''))) not between 1 and 150 or length(btrim(coalesce(body, ''))) not between 1 and 5000 then
    perform private.fail(422, 'bad_letter', 'A subject and a few words, please.');
  end if;
  for about in select distinct b.order_id from public.bookings b join public.sessions s on s.pool_id = b.pool_id
    where s.id = message_class.session_id and b.state = 'seated'
  loop
    perform private.add_job('mail.message', jsonb_build_object('order_id', about, 'session_id', message_class.session_id,
      'subject', btrim(subject), 'body', btrim(body)), key => format('message %s %s', letter, about));
    told := told + 1;
  end loop;
  perform private.note('wrote to the class', session_id => message_class.session_id, details => jsonb_build_object('subject', subject));
  return told;
end
$$;

-- ---------- private calendars ----------
create table private.calendar_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token text not null unique
);
alter table private.calendar_links enable row level security;
create function public.my_calendar_link(renew boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
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
-- What the holder of the link booked and, for teachers, teaches: a year back, everything ahead.
create function public.calendar_of(calendar_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'sequence', s.sequence,
    'status', case when mine.is_on then s.status else 'cancelled' end, 'title', o.title, 'slug', o.slug, 'kind', o.kind,
    'room', r.name, 'names', mine.names) order by s.starts_at), '[]')
  from private.calendar_links l
  cross join lateral (
    select b.pool_id, bool_or(b.state = 'seated') as is_on,
      string_agg(b.name, ', ' order by b.name) filter (where b.state = 'seated') as names
    from public.bookings b join public.orders d on d.id = b.order_id
    where d.user_id = l.user_id and b.state in ('seated', 'cancelled') group by b.pool_id
    union
    select t.pool_id, true, null from public.sessions t join public.offerings f on f.id = t.offering_id
    join public.person_accounts a on a.person_id = coalesce(t.teacher_id, f.teacher_id) where a.user_id = l.user_id
  ) mine
  join public.sessions s on s.pool_id = mine.pool_id and s.starts_at > now() - interval '1 year'
  join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  where l.token = calendar_token
$$;
create function public.calendar_exists(calendar_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.calendar_links where token = calendar_token)
$$;

-- ---------- content that appears at its hour ----------
create function private.plan_appearance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.published_at > now() then
    perform private.add_job('content.appears', jsonb_build_object('relation', 'public.' || tg_table_name), new.published_at,
      format('appears %s %s %s', tg_table_name, new.id, new.published_at));
  end if;
  return null;
end
$$;
create trigger plan_appearance after insert or update of published_at on public.posts for each row execute function private.plan_appearance();
create trigger plan_appearance after insert or update of published_at on public.works for each row execute function private.plan_appearance();
create trigger plan_appearance after insert or update of published_at on public.offerings for each row execute function private.plan_appearance();
