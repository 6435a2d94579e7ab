-- A deleted recording leaves its file behind: the station, whose file it is, hears of it and takes it away, also when it
-- was not running at that moment or when the recording went with its show.
create table private.radio_files_gone (
  file text primary key,
  gone_at timestamptz not null default now()
);
alter table private.radio_files_gone enable row level security;

create function private.note_file_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.radio_files_gone (file) values (old.file) on conflict do nothing;
  perform pg_catalog.pg_notify('onda_radio', 'radio_episodes');
  return null;
end
$$;
create trigger file_gone after delete on public.radio_episodes
  for each row execute function private.note_file_gone();
