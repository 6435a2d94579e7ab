-- The studio's name is kept as it is typed, capitals and all; only the drawn wordmark is in small letters.
alter table public.studio drop constraint studio_name_check;
alter table public.studio add constraint studio_name_check check (length(name) between 1 and 40 and name = btrim(name));
