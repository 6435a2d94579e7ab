-- What a member says of themselves: name, a phone to be called at, birthday, and what their teachers should know.
alter table public.profiles add column phone text not null default '' check (length(phone) <= 40);

create function public.my_profile() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
begin
  return (
    select jsonb_build_object('name', p.name, 'phone', p.phone, 'born_on', h.born_on, 'note', coalesce(h.note, ''))
    from public.profiles p left join public.participants h on h.user_id = p.user_id and h.household_id = home
    where p.user_id = auth.uid()
  );
end
$$;

create function public.save_my_profile(name text, phone text default '', born_on date default null, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.own_household();
  given text := btrim(coalesce(save_my_profile.name, ''));
begin
  if length(given) not between 1 and 120 then
    perform private.fail(422, 'name_missing', 'Please tell us your name.', '{"field":"name"}');
  elsif btrim(coalesce(save_my_profile.phone, '')) !~ '^([+0-9][0-9 ()./-]{4,39})?$' then
    perform private.fail(422, 'bad_phone', 'A phone number has digits, with a plus in front if you like.', '{"field":"phone"}');
  elsif save_my_profile.born_on not between date '1900-01-02' and current_date then
    perform private.fail(422, 'bad_birthday', 'A birthday lies in the past.', '{"field":"born_on"}');
  elsif length(coalesce(save_my_profile.note, '')) > 1000 then
    perform private.fail(422, 'bad_note', 'Fewer words, please: 1000 letters at most.', '{"field":"note"}');
  end if;
  update public.profiles p set name = given, phone = btrim(coalesce(save_my_profile.phone, '')) where p.user_id = auth.uid();
  update public.participants h set name = given, born_on = save_my_profile.born_on, note = btrim(coalesce(save_my_profile.note, ''))
  where h.user_id = auth.uid() and h.household_id = home;
end
$$;
revoke all on function public.my_profile(), public.save_my_profile(text, text, date, text) from public, anon;
grant execute on function public.my_profile(), public.save_my_profile(text, text, date, text) to authenticated, service_role;

-- A child whose order names no phone: the one of who ordered.
create or replace function public.register_of(session_id uuid) returns jsonb
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
