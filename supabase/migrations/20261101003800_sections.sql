-- The parts of the public site that an owner switches on and off. What belongs to a section that is off is shown to nobody but staff:
-- policies of the tables ask this one, so that pages, search, feeds and the API agree.

create table public.site_sections (
  name text primary key check (name in ('radio', 'works', 'journal', 'events', 'people', 'passes', 'newsletter', 'requests')),
  is_on boolean not null default true,
  -- Whether visitors would find something there: if not, nothing links to it.
  has_content boolean not null default false
);
comment on table public.site_sections is 'The parts of the public site: whether each is on, and whether there is something in it.';
alter table public.site_sections enable row level security;
-- People can always be written to.
insert into public.site_sections (name, has_content)
values ('radio', false), ('works', false), ('journal', false), ('events', false), ('people', false), ('passes', false), ('newsletter', true),
  ('requests', false);

-- ---------- row policies ----------
create policy "everyone reads the sections" on public.site_sections for select using (true);
create policy "owners switch sections" on public.site_sections for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));

-- ---------- functions ----------
-- Cached pages of these tables show what was visible before.
create function private.notify_sections() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  relation text;
begin
  foreach relation in array array['works', 'posts', 'offerings', 'sessions', 'series', 'people', 'shows', 'slots', 'radio_one_offs',
    'radio_episodes', 'pass_types'] loop
    perform pg_notify('onda_content', 'public.' || relation);
  end loop;
  return null;
end
$$;

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.site_sections
  for each statement execute function private.notify_content();
create trigger visible_content_changed after update of is_on on public.site_sections
  for each statement execute function private.notify_sections();
create trigger audited after update of is_on on public.site_sections
  for each row execute function private.audit_row('settings', 'name');

-- ---------- rights ----------
revoke all on public.site_sections from anon, authenticated;
grant select on public.site_sections to anon, authenticated;
grant update (is_on) on public.site_sections to authenticated;
grant all on public.site_sections to service_role;
