-- Attendance, notes on sessions, substitutes and private calendars.

create table public.attendance (
  session_id uuid not null references public.sessions (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  mark text not null check (mark in ('present', 'late', 'absent', 'excused')),
  note text not null default '' check (length(note) <= 500),
  -- When it was marked on the phone, perhaps without a network: the later mark wins, not the later sync.
  marked_at timestamptz not null,
  marked_by uuid references auth.users (id) on delete set null,
  -- Marks are made without a network and arrive later, from several phones, perhaps twice. The last mark counts. When
  -- two offline phones disagree, the other mark stays here until someone has seen both.
  version integer not null default 1,
  device text not null default '' check (length(device) <= 64),
  rival_mark text check (rival_mark in ('present', 'late', 'absent', 'excused')),
  rival_at timestamptz,
  rival_by uuid references auth.users (id) on delete set null,
  primary key (session_id, booking_id)
);
comment on table public.attendance is 'Attendance of each booking at each session.';
alter table public.attendance enable row level security;

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
comment on table public.attendance_marks is 'Every attendance mark as it arrived, also those that another mark replaced.';
alter table public.attendance_marks enable row level security;

create table public.session_notes (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (length(body) between 1 and 5000),
  written_at timestamptz not null default now(),
  constraint session_notes_words check (btrim(body) <> '')
);
comment on table public.session_notes is 'Notes of teachers on a session.';
alter table public.session_notes enable row level security;

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
comment on table public.substitute_requests is 'Sessions for which a substitute teacher is wanted or was found.';
alter table public.substitute_requests enable row level security;

create table private.calendar_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token text not null unique
);
comment on table private.calendar_links is 'Secret links to private calendars.';
alter table private.calendar_links enable row level security;

-- ---------- indexes ----------
create index attendance_booking on public.attendance (booking_id);
create index attendance_marked_by on public.attendance (marked_by);
create index attendance_rival_by on public.attendance (rival_by);
create index attendance_marks_booking on public.attendance_marks (booking_id);
create index attendance_marks_marked_by on public.attendance_marks (marked_by);
create index session_notes_session on public.session_notes (session_id);
create index session_notes_author on public.session_notes (author);
create unique index substitute_requests_open on public.substitute_requests (session_id) where state = 'open';
create index substitute_requests_session on public.substitute_requests (session_id);
create index substitute_requests_person on public.substitute_requests (person_id);
create index substitute_requests_asked_by on public.substitute_requests (asked_by, asked_at);
create index substitute_requests_found_person on public.substitute_requests (found_person_id);
create index substitute_requests_found_by on public.substitute_requests (found_by);

-- ---------- functions that row policies call ----------
create function private.teaches_pool(pool uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.has_role('teacher') and exists (
    select from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where s.pool_id = pool and a.user_id = (select private.current_user_id())
  )
$$;

create function private.teaches_session(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.has_role('teacher') and exists (
    select from public.sessions s join public.offerings o on o.id = s.offering_id
    join public.person_accounts a on a.person_id = coalesce(s.teacher_id, o.teacher_id)
    where s.id = wanted and a.user_id = (select private.current_user_id())
  )
$$;

create function private.teaches_participant(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.bookings b where b.participant_id = wanted and b.state = 'seated' and private.teaches_pool(b.pool_id))
$$;

-- ---------- row policies ----------
create policy "their teachers read participants" on public.participants for select to authenticated
  using (private.teaches_participant(id));
create policy "buyers, guardians, their teachers and staff read bookings" on public.bookings for select to authenticated
  using (
    private.owns_order(order_id)
    or (select public.is_staff())
    or private.teaches_pool(pool_id)
    or exists (select from public.participants p where p.id = participant_id and private.is_guardian_of(p.household_id))
  );
create policy "buyers, guardians, teachers and staff read attendance" on public.attendance for select to authenticated
  using (exists (select from public.bookings b where b.id = booking_id));
create policy "teachers and staff read notes" on public.session_notes for select to authenticated
  using ((select public.is_staff()) or private.teaches_session(session_id));
create policy "teachers and staff write notes" on public.session_notes for insert to authenticated
  with check (author = (select private.current_user_id()) and ((select public.is_staff()) or private.teaches_session(session_id)));
create policy "teachers and staff read every mark" on public.attendance_marks for select to authenticated
  using ((select public.is_staff()) or private.teaches_session(session_id));
create policy "authors take their notes back" on public.session_notes for delete to authenticated
  using (author = (select private.current_user_id()) and ((select public.is_staff()) or private.teaches_session(session_id)));
create policy "teachers and staff read who is looked for" on public.substitute_requests for select to authenticated
  using ((select public.is_staff()) or (select public.has_role('teacher')));

-- ---------- functions ----------
create function private.require_teacher_of(wanted uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (private.is_staff() or private.teaches_session(wanted)) then
    raise exception 'Only the teacher of this session and staff can open its register.' using errcode = '42501', hint = 'not_your_class',
      detail = '{"message_name":"register_of_another_class"}';
  end if;
end
$$;

-- ---------- rights ----------
revoke all on public.attendance, public.attendance_marks, public.session_notes,
  public.substitute_requests from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.attendance_marks_id_seq from anon, authenticated;
grant select, delete on public.session_notes to authenticated;
grant select on public.attendance, public.attendance_marks to authenticated;
grant select (id, session_id, person_id, state, asked_by, asked_at, found_person_id, found_by, closed_at)
  on public.substitute_requests to authenticated;
grant insert (session_id, author, body) on public.session_notes to authenticated;
grant all on public.attendance, public.attendance_marks, public.session_notes, public.substitute_requests to service_role;
grant execute on function private.teaches_pool, private.teaches_session,
  private.teaches_participant to authenticated, service_role;
