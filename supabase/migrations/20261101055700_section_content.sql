-- Which sections of the public site have something in them: noted whenever that may have changed.

-- ---------- functions ----------
-- Planned texts appear at their time without a change of their row: the job "content.appears" calls this, too.
create function private.note_section_content() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.site_sections s set has_content = found.has_content
  from (values
    ('radio', exists (select from public.shows) or exists (select from public.radio_tracks t where t.kind = 'music')),
    ('works', exists (select from public.works w where w.published_at <= now())),
    ('journal', exists (select from public.posts p where p.published_at <= now())),
    ('events', exists (select from public.offerings o where o.kind = 'event' and o.published_at <= now())),
    ('people', exists (select from public.people p where p.is_public)),
    ('passes', exists (select from public.pass_types t where t.is_sold)),
    ('requests', exists (select from public.radio_tracks t where t.kind = 'music' and t.is_requestable))
  ) found (name, has_content)
  where s.name = found.name and s.has_content <> found.has_content
$$;

create function private.follow_section_content() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.note_section_content();
  return null;
end
$$;

-- ---------- triggers ----------
create trigger note_section_content after insert or delete on public.shows
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of kind, is_requestable or delete on public.radio_tracks
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of published_at or delete on public.works
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of published_at or delete on public.posts
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of published_at, kind or delete on public.offerings
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of is_public or delete on public.people
  for each statement execute function private.follow_section_content();
create trigger note_section_content after insert or update of is_sold or delete on public.pass_types
  for each statement execute function private.follow_section_content();

-- ---------- rights ----------
revoke all on function private.note_section_content from public, anon, authenticated;
grant execute on function private.note_section_content to service_role;
