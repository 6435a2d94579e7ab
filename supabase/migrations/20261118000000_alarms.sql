-- What is wrong with the running program right now, so that each alarm is sent once however often the program restarts.
-- Read and written by the server alone.
create table private.alarms (
  name text primary key check (length(name) between 1 and 60),
  began_at timestamptz not null,
  -- Null while it may still pass by itself.
  notified_at timestamptz,
  -- Since when it looks right again; null while it is wrong.
  ok_since timestamptz,
  message text not null,
  advice text
);
comment on table private.alarms is 'Alarms of the running program that are pending or were sent and are not over yet.';
alter table private.alarms enable row level security;
revoke all on private.alarms from public, anon, authenticated, service_role;
