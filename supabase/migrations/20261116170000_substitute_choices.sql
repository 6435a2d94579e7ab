-- Everybody chooses whether they are asked to stand in, and whether they hear that somebody was found.
alter table public.profiles
  add column wants_substitute_calls boolean not null default true,
  add column wants_substitute_news boolean not null default true;
grant update (wants_substitute_calls, wants_substitute_news) on public.profiles to authenticated;
