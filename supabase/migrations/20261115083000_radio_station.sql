-- Where the process that is the station is reached by the others; which one it is, a lock decides.
create table private.radio_station (
  id boolean primary key default true check (id),
  url text not null,
  since timestamptz not null default now()
);
alter table private.radio_station enable row level security;

-- Pages hear of every new piece by realtime too.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.radio_plays;
  end if;
end
$$;
