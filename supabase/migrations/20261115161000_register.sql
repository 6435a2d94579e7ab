-- The register as a phone keeps it: marks are made without a network and arrive later, from several phones, perhaps twice.
-- Every mark that arrives is written down once; of a person's marks on a date the one made last stands. When two phones
-- said different things without knowing of each other, the other answer stays beside it until somebody has seen both.
alter table public.attendance
  add column version integer not null default 1,
  add column device text not null default '' check (length(device) <= 64),
  add column rival_mark text check (rival_mark in ('present', 'late', 'absent', 'excused')),
  add column rival_at timestamptz,
  add column rival_by uuid references auth.users (id) on delete set null;
create index attendance_marked_by on public.attendance (marked_by);
create index attendance_rival_by on public.attendance (rival_by);

create table public.attendance_marks (
  id bigint generated always as identity primary key,
  session_id uuid not null references public.sessions (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  mark text not null check (mark in ('present', 'late', 'absent', 'excused')),
  marked_at timestamptz not null,
  -- By the phone's own clock: what makes a repeated mark known again.
  device_at timestamptz not null,
  device text not null check (length(device) <= 64),
  marked_by uuid references auth.users (id) on delete set null,
  arrived_at timestamptz not null default clock_timestamp(),
  unique (session_id, booking_id, device, device_at)
);
create index attendance_marks_booking on public.attendance_marks (booking_id);
create index attendance_marks_marked_by on public.attendance_marks (marked_by);
alter table public.attendance_marks enable row level security;
revoke all on public.attendance_marks from anon, authenticated;
grant select on public.attendance_marks to authenticated;
grant all on public.attendance_marks to service_role;
create policy "teachers and staff read every mark" on public.attendance_marks for select to authenticated
  using ((select public.is_staff()) or private.teaches_session(session_id));

create function private.require_teacher_of(wanted uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_desk() or private.teaches_session(wanted)) then
    raise exception 'Only the teacher of this date and staff keep its register.' using errcode = '42501', hint = 'not_your_class';
  end if;
end
$$;

-- Answers how many people's marks changed. A mark for somebody who is not in the class is left out.
create function private.keep_marks(wanted uuid, from_device text, skew interval, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  said record;
  had public.attendance;
  at timestamptz;
  is_rival boolean;
  written integer := 0;
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) > 500 then
    perform private.fail(422, 'bad_marks', 'A list of at most 500 marks, please.');
  elsif exists (select from jsonb_array_elements(marks) m
      where coalesce(m ->> 'mark', '') not in ('present', 'late', 'absent', 'excused')) then
    perform private.fail(422, 'bad_marks', 'A mark is present, late, absent or excused.');
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
    values (wanted, said.booking_id, said.mark, at, said.device_at, from_device, auth.uid())
    on conflict on constraint attendance_marks_session_id_booking_id_device_device_at_key do nothing;
    continue when not found;
    select * into had from public.attendance a where a.session_id = wanted and a.booking_id = said.booking_id;
    if had.session_id is null then
      insert into public.attendance (session_id, booking_id, mark, note, marked_at, marked_by, device)
      values (wanted, said.booking_id, said.mark, said.note, at, auth.uid(), from_device);
      written := written + 1;
      continue;
    end if;
    is_rival := had.mark <> said.mark and had.device <> from_device and said.seen is distinct from had.version;
    if at >= had.marked_at then
      update public.attendance a set mark = said.mark, note = said.note, marked_at = at, marked_by = auth.uid(), device = from_device,
        version = had.version + 1,
        rival_mark = case when is_rival then had.mark when said.seen = had.version then null else had.rival_mark end,
        rival_at = case when is_rival then had.marked_at when said.seen = had.version then null else had.rival_at end,
        rival_by = case when is_rival then had.marked_by when said.seen = had.version then null else had.rival_by end
      where a.session_id = wanted and a.booking_id = said.booking_id;
      written := written + 1;
    elsif is_rival then
      update public.attendance a set rival_mark = said.mark, rival_at = at, rival_by = auth.uid(), version = had.version + 1
      where a.session_id = wanted and a.booking_id = said.booking_id;
    end if;
  end loop;
  return written;
end
$$;

create or replace function public.mark_attendance(session_id uuid, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_teacher_of(mark_attendance.session_id);
  return private.keep_marks(mark_attendance.session_id, coalesce(auth.uid()::text, 'program'), interval '0', marks);
end
$$;

create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.name), ''), split_part(u.email, '@', 1), 'somebody')
  from auth.users u left join public.profiles p on p.user_id = u.id where u.id = account
$$;

alter table public.session_notes add constraint session_notes_words check (btrim(body) <> '');
grant delete on public.session_notes to authenticated;
create policy "authors take their notes back" on public.session_notes for delete to authenticated
  using (author = (select auth.uid()) and ((select public.is_staff()) or private.teaches_session(session_id)));

-- ---------- when the teacher cannot come ----------
create table public.substitute_requests (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  -- Who should have taught.
  person_id uuid references public.people (id) on delete set null,
  asked_by uuid references auth.users (id) on delete set null,
  reason text not null default '' check (length(reason) <= 500),
  state text not null default 'open' check (state in ('open', 'found', 'withdrawn')),
  found_person_id uuid references public.people (id) on delete set null,
  found_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index substitute_requests_open on public.substitute_requests (session_id) where state = 'open';
create index substitute_requests_session on public.substitute_requests (session_id);
create index substitute_requests_person on public.substitute_requests (person_id);
create index substitute_requests_asked_by on public.substitute_requests (asked_by, asked_at);
create index substitute_requests_found_person on public.substitute_requests (found_person_id);
create index substitute_requests_found_by on public.substitute_requests (found_by);
alter table public.substitute_requests enable row level security;
revoke all on public.substitute_requests from anon, authenticated;
grant select on public.substitute_requests to authenticated;
grant all on public.substitute_requests to service_role;
create policy "teachers and staff read who is looked for" on public.substitute_requests for select to authenticated
  using ((select public.is_staff()) or (select public.has_role('teacher')));

create function private.describe_substitute(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', q.id, 'session_id', q.session_id, 'state', q.state, 'reason', q.reason, 'asked_at', q.asked_at,
    'asked_by', private.name_of(q.asked_by), 'is_mine', q.asked_by = auth.uid(), 'instead_of', p.name, 'found', f.name,
    'title', o.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'zone', s.zone, 'room', r.name)
  from public.substitute_requests q join public.sessions s on s.id = q.session_id
  join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
  left join public.people p on p.id = q.person_id left join public.people f on f.id = q.found_person_id
  where q.id = wanted
$$;

create function public.ask_substitute(session_id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted public.sessions;
  made uuid;
begin
  perform private.require_teacher_of(ask_substitute.session_id);
  select * into wanted from public.sessions s where s.id = ask_substitute.session_id for update;
  if wanted.id is null then
    perform private.fail(404, 'no_session', 'There is no such date.');
  elsif wanted.status <> 'planned' or wanted.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has begun or does not take place.');
  elsif length(coalesce(ask_substitute.reason, '')) > 500 then
    perform private.fail(422, 'bad_reason', 'Fewer words, please: 500 letters at most.');
  elsif (select count(*) from public.substitute_requests q where q.asked_by = auth.uid() and q.asked_at > now() - interval '1 day') >= 20 then
    perform private.fail(429, 'too_many', 'That was often today. Please talk to the desk.');
  end if;
  insert into public.substitute_requests (session_id, person_id, asked_by, reason)
  select wanted.id, coalesce(wanted.teacher_id, o.teacher_id), auth.uid(), btrim(coalesce(ask_substitute.reason, ''))
  from public.offerings o where o.id = wanted.offering_id
  on conflict (session_id) where state = 'open' do nothing returning id into made;
  if made is null then
    select q.id into made from public.substitute_requests q where q.session_id = wanted.id and q.state = 'open';
    return private.describe_substitute(made);
  end if;
  perform private.note('asked for a substitute', session_id => wanted.id);
  perform private.add_job('mail.substitute_asked', jsonb_build_object('request_id', made), key => 'substitute asked ' || made);
  return private.describe_substitute(made);
end
$$;

create function public.withdraw_substitute(request_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked public.substitute_requests;
begin
  select * into asked from public.substitute_requests q where q.id = withdraw_substitute.request_id for update;
  if asked.id is null or not (private.is_desk() or (asked.asked_by = auth.uid() and public.has_role('teacher'))) then
    perform private.fail(404, 'no_request', 'There is no such request of yours.');
  end if;
  update public.substitute_requests q set state = 'withdrawn', closed_at = now() where q.id = asked.id and q.state = 'open';
  return private.describe_substitute(asked.id);
end
$$;

-- A teacher takes the class over; staff may name somebody. Whoever teaches elsewhere at that hour cannot.
create function public.accept_substitute(request_id uuid, person_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked public.substitute_requests;
  wanted public.sessions;
  who public.people;
  elsewhere text;
begin
  if not (private.is_desk() or public.has_role('teacher')) or (accept_substitute.person_id is not null and not private.is_desk()) then
    raise exception 'Only teachers take classes over, and only staff name somebody else.' using errcode = '42501', hint = 'teachers_only';
  end if;
  select * into asked from public.substitute_requests q where q.id = accept_substitute.request_id for update;
  if asked.id is null then
    perform private.fail(404, 'no_request', 'There is no such request.');
  end if;
  select p.* into who from public.people p
  where p.id = coalesce(accept_substitute.person_id, (select a.person_id from public.person_accounts a where a.user_id = auth.uid()));
  if who.id is null then
    perform private.fail(422, 'no_teacher', 'This account belongs to no teacher of the studio. The desk can link it.');
  elsif asked.state = 'found' and asked.found_person_id = who.id then
    return private.describe_substitute(asked.id);
  elsif asked.state <> 'open' then
    perform private.fail(409, 'taken', 'Somebody was found already, or nobody is looked for any more.');
  end if;
  select * into wanted from public.sessions s where s.id = asked.session_id for update;
  if wanted.status <> 'planned' or wanted.starts_at <= now() then
    perform private.fail(409, 'begun', 'This date has begun or does not take place.');
  elsif who.id = asked.person_id then
    perform private.fail(422, 'same_teacher', 'That is who cannot come.');
  end if;
  -- One person takes one class at a time: two presses for two classes at one hour must not both pass the look below.
  perform pg_advisory_xact_lock(hashtextextended('teacher ' || who.id, 0));
  select o.title into elsewhere from public.sessions s join public.offerings o on o.id = s.offering_id
  where s.status = 'planned' and s.id <> wanted.id and coalesce(s.teacher_id, o.teacher_id) = who.id
    and tstzrange(s.starts_at, s.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at) limit 1;
  if elsewhere is not null then
    perform private.fail(409, 'clash', format('%s teaches %s at that time.', who.name, elsewhere));
  end if;
  update public.sessions s set teacher_id = who.id where s.id = wanted.id;
  update public.substitute_requests q set state = 'found', found_person_id = who.id, found_by = auth.uid(), closed_at = now()
  where q.id = asked.id;
  perform private.note('a substitute was found', session_id => wanted.id,
    details => jsonb_build_object('instead_of', asked.person_id, 'teacher_id', who.id));
  perform private.add_job('mail.substitute_found', jsonb_build_object('request_id', asked.id), key => 'substitute found ' || asked.id);
  return private.describe_substitute(asked.id);
end
$$;

-- Which account teaches as which person of the studio. Staff say so; the role comes with it.
create function public.link_teacher(person_id uuid, email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_desk();
  if not exists (select from public.people p where p.id = link_teacher.person_id) then
    perform private.fail(404, 'no_person', 'There is no such person.');
  end if;
  if btrim(coalesce(email, '')) = '' then
    delete from public.person_accounts a where a.person_id = link_teacher.person_id;
    return;
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(link_teacher.email)) and u.email_confirmed_at is not null;
  if account is null then
    perform private.fail(404, 'no_account', 'Nobody with this address has an account yet. Invite them in the room People.');
  elsif exists (select from public.person_accounts a where a.user_id = account and a.person_id <> link_teacher.person_id) then
    perform private.fail(409, 'linked', 'This account belongs to another person of the studio.');
  end if;
  insert into public.person_accounts as a (person_id, user_id) values (link_teacher.person_id, account)
  on conflict on constraint person_accounts_pkey do update set user_id = excluded.user_id;
  insert into public.roles (user_id, role, granted_by) values (account, 'teacher', auth.uid()) on conflict do nothing;
end
$$;

create function public.teaching_accounts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('person_id', p.id, 'name', p.name, 'email', u.email) order by p.name), '[]')
    from public.people p
    left join public.person_accounts a on a.person_id = p.id left join auth.users u on u.id = a.user_id
    where a.user_id is not null or exists (select from public.offerings o where o.teacher_id = p.id)
      or exists (select from public.sessions s where s.teacher_id = p.id)
  );
end
$$;
