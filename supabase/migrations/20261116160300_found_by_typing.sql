-- The palette asks while somebody types: each kind is found by an index over its letters, and an account by its name or
-- by its address, each looked up alone; asked of both at once the database would walk through all of them.
create index offerings_title_parts on public.offerings using gin (title gin_trgm_ops);
create index posts_title_parts on public.posts using gin (title gin_trgm_ops);

create or replace function public.find_anything(query text, most integer default 5)
returns table (kind text, id text, slug text, title text, detail text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  is_staff boolean := private.is_desk();
  is_teacher boolean := public.has_role('teacher');
  is_host boolean := public.has_role('host');
  -- What people type is text, not a pattern.
  wanted text := '%' || replace(replace(replace(btrim(left(coalesce(query, ''), 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  few integer := least(greatest(coalesce(most, 5), 1), 20);
begin
  if me is null and not is_staff then
    raise exception 'Sign in first.' using errcode = '42501', hint = 'sign_in';
  elsif length(wanted) < 4 then
    return;
  end if;
  if is_staff then
    return query
      select 'account', p.user_id::text, null::text, coalesce(nullif(p.name, ''), u.email::text, '+' || u.phone, ''),
        coalesce(u.email::text, '+' || u.phone, '')
      from public.profiles p join auth.users u on u.id = p.user_id
      where p.user_id in (select n.user_id from public.profiles n where n.name ilike wanted
        union all select a.id from auth.users a where a.email ilike wanted)
      order by p.name, p.user_id limit few;
    return query
      select 'participant', h.id::text, null::text, h.name, coalesce('of ' || nullif(f.name, ''), '')
      from public.participants h join public.households f on f.id = h.household_id
      where h.name ilike wanted and h.user_id is null
      order by h.name, h.id limit few;
  end if;
  if is_teacher and not is_staff then
    return query
      select distinct on (b.name, b.id) 'pupil', s.id::text, null::text, b.name, o.title
      from public.person_accounts a
      join public.offerings o on true
      join public.sessions s on s.offering_id = o.id and coalesce(s.teacher_id, o.teacher_id) = a.person_id
      join public.bookings b on b.pool_id = s.pool_id and b.state = 'seated'
      where a.user_id = me and b.name ilike wanted and s.status = 'planned'
        and s.starts_at > now() - interval '60 days'
      order by b.name, b.id, abs(extract(epoch from s.starts_at - now())) limit few;
  end if;
  return query
    select 'order', o.id::text, null::text, o.number, o.buyer_name
    from public.orders o
    where (is_staff or o.user_id = me) and (o.number ilike wanted or o.buyer_name ilike wanted or o.buyer_email ilike wanted)
    order by o.created_at desc, o.id limit few;
  return query
    select 'offering', o.id::text, o.slug, o.title,
      o.kind || case when o.published_at is null or o.published_at > now() then ', not published' else '' end
    from public.offerings o
    where (is_staff or o.published_at <= now()) and o.title ilike wanted
    order by o.title, o.id limit few;
  return query
    select 'post', p.id::text, p.slug, p.title,
      case when p.published_at is null or p.published_at > now() then 'not published' else '' end
    from public.posts p
    where (is_staff or p.published_at <= now()) and p.title ilike wanted
    order by p.published_at desc nulls first, p.id limit few;
  if is_staff or is_host then
    return query
      select 'track', t.id::text, null::text, t.title, t.artist
      from public.radio_tracks t
      where (is_staff or (t.is_requestable and t.kind = 'music')) and (t.title ilike wanted or t.artist ilike wanted)
      order by t.title, t.id limit few;
  end if;
end
$$;
