-- What a new studio has done so far. Nothing is stored but that its owner wants to see it no more: each step is a fact.

create table public.checked_texts (
  -- Which text: "statement", "discipline sound".
  place text primary key check (length(place) between 1 and 80),
  -- As it was read, in all languages: another text is to be checked again.
  text text not null check (length(text) <= 4000)
);
comment on table public.checked_texts is 'Texts that the program brings along and an owner has read and found right.';
alter table public.checked_texts enable row level security;
create policy "owners read what they checked" on public.checked_texts for select to authenticated using ((select public.has_role('owner')));
create policy "owners check texts" on public.checked_texts for insert to authenticated with check ((select public.has_role('owner')));
create policy "owners check texts again" on public.checked_texts for update to authenticated
  using ((select public.has_role('owner'))) with check ((select public.has_role('owner')));

-- ---------- functions ----------
-- Texts of the studio's own that visitors read, without a translation into one of its other languages.
create function private.untranslated_count() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)
  from public.studio s cross join unnest(s.languages[2:]) language
  cross join lateral (
    select f.field, f.text, t.translations from (values (s.translations)) t (translations)
    cross join lateral (values ('statement', s.statement), ('lead', s.lead), ('invitation', s.invitation),
      ('getting_here', s.getting_here), ('access', s.access)) f (field, text)
    union all
    select f.field, f.text, o.translations from public.offerings o
    cross join lateral (values ('title', o.title::text), ('summary', o.summary), ('body', o.body)) f (field, text)
    where o.published_at <= now() and not o.is_demo
  ) own
  where own.text <> '' and coalesce(own.translations -> language ->> own.field, '') = ''
$$;

create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (private.is_trusted() or public.has_role('owner')) then
    raise exception 'Only an owner can do this.' using errcode = '42501', hint = 'owner_only';
  end if;
  return (
    select jsonb_build_object(
      'is_dismissed', s.steps_dismissed_at is not null,
      'has_name', s.name <> 'onda',
      'has_look', s.primary_colour is not null or s.logo_path is not null,
      'has_legal_details', btrim(b.legal_name) <> '' and btrim(b.address) <> '' and btrim(b.tax_number) <> '',
      'languages', cardinality(s.languages),
      'untranslated', private.untranslated_count(),
      'has_room', exists (select from public.rooms where not is_demo and is_in_use),
      'has_teacher', exists (select from public.people where not is_demo and is_public),
      'has_class', exists (select from public.offerings o join public.sessions n on n.offering_id = o.id
        where not o.is_demo and o.published_at <= now() and n.status = 'planned' and n.starts_at > now()),
      'policies', (select count(*) from public.list_policies()),
      'confirmed_policies', (select count(*) from public.list_policies() p where p.state in ('own', 'confirmed')),
      'takes_transfers', btrim(r.transfer_account) <> '' and not exists (
        select from private.sample_texts t where t.place = 'booking_settings.transfer_account' and t.text = r.transfer_account),
      'samples', (select count(*) from public.offerings where is_demo) + (select count(*) from public.works where is_demo)
        + (select count(*) from public.posts where is_demo) + (select count(*) from public.shows where is_demo)
        + (select count(*) from public.people where is_demo),
      'has_backup', exists (select from public.backups where state = 'done'),
      'has_read_back', exists (select from public.backups where test_state = 'passed')
        or exists (select from public.backup_copies where test_state = 'passed')
    )
    from public.studio s, public.business b, public.booking_settings r
  );
end
$$;
comment on function public.first_steps is 'What a new studio has done so far, each by a fact of its data.';

-- ---------- rights ----------
revoke all on public.checked_texts from anon, authenticated;
grant select, insert, update on public.checked_texts to authenticated;
grant all on public.checked_texts to service_role;
revoke all on function private.untranslated_count from public, anon, authenticated;
revoke all on function public.first_steps from public, anon, authenticated;
grant execute on function public.first_steps to authenticated, service_role;
