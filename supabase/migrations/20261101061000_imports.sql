-- Import of people, bookings and track details. A dry run is the real run, undone at its end, so its report is what
-- would happen. Importing again adds nothing twice.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('people', 'bookings', 'tracks')),
  file_name text not null default '' check (length(file_name) <= 200),
  state text not null default 'filling' check (state in ('filling', 'checked', 'done')),
  row_count integer not null default 0,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  matched_count integer not null default 0,
  rejected_count integer not null default 0,
  made_by uuid references auth.users (id) on delete set null,
  made_at timestamptz not null default now(),
  done_at timestamptz
);
comment on table public.imports is 'Imports with their state and counts.';
alter table public.imports enable row level security;

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  line integer not null check (line > 0),
  data jsonb not null check (jsonb_typeof(data) = 'object' and length(data::text) <= 8000),
  outcome text check (outcome in ('created', 'changed', 'matched', 'rejected')),
  message text not null default '',
  -- The name and the values of the message, by which its reader words it.
  reason jsonb,
  primary key (import_id, line)
);
comment on table public.import_rows is 'Rows of an import and what became of each.';
alter table public.import_rows enable row level security;

-- A sequence, because others see its number while the import's transaction is still under way. One import at a time.
create sequence private.import_progress minvalue 0 start 0;

-- ---------- indexes ----------
create index imports_newest on public.imports (made_at desc);
create index imports_made_by on public.imports (made_by);
create index import_rows_outcome on public.import_rows (import_id, outcome, line);

-- ---------- row policies ----------
create policy "owners read imports" on public.imports for select to authenticated using ((select public.has_role('owner')));
create policy "owners read rows of imports" on public.import_rows for select to authenticated
  using ((select public.has_role('owner')));

-- ---------- functions ----------
create function public.create_import(kind text, file_name text default '') returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
begin
  perform private.require_owner();
  if kind is null or kind not in ('people', 'bookings', 'tracks') then
    perform private.fail(422, 'bad_kind', 'People, bookings or tracks can be imported.', '{"message_name":"choose_import_kind"}');
  end if;
  -- Rows are people's data: they are deleted after a month; until then the report can be read again.
  delete from public.imports i where i.made_at < now() - interval '30 days' or (i.state = 'filling' and i.made_at < now() - interval '1 day');
  insert into public.imports (kind, file_name, made_by) values (create_import.kind, left(coalesce(file_name, ''), 200), private.current_user_id())
  returning id into made;
  return made;
end
$$;
comment on function public.create_import is 'Starts an import.';

-- [{"line": 2, "data": {"name": "..."}}, ...], at most 1000 at once and 10,000 in all.
create function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  filled public.imports;
  total integer;
begin
  perform private.require_owner();
  select * into filled from public.imports where id = import for update;
  if filled.id is null or filled.state = 'done' then
    perform private.fail(404, 'no_import', 'Import not found.');
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    perform private.fail(422, 'bad_rows', 'Send a list of at most 1,000 rows.');
  end if;
  insert into public.import_rows (import_id, line, data)
  select import, r.line, r.data from jsonb_to_recordset(rows) as r (line integer, data jsonb)
  on conflict (import_id, line) do update set data = excluded.data, outcome = null, message = '', reason = null;
  select count(*) into total from public.import_rows where import_id = import;
  if total > 10000 then
    perform private.fail(422, 'too_many_rows', 'An import can have at most 10,000 rows. Split the file.');
  end if;
  update public.imports set row_count = total, state = 'filling' where id = import;
  return total;
end
$$;
comment on function public.add_import_rows is 'Adds rows to an import.';

create function public.import_progress() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_owner();
  return (select last_value from private.import_progress);
end
$$;
comment on function public.import_progress is 'The number of rows that the running import has worked through.';

create function public.run_import(import uuid, is_final boolean) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp set statement_timeout = '300s' as $$
declare
  taken public.imports;
  one record;
  done record;
  lines integer[] := '{}';
  outcomes text[] := '{}';
  messages text[] := '{}';
  reasons jsonb[] := '{}';
  hint text;
  detail text;
  rejected integer := 0;
  n integer := 0;
begin
  perform private.require_owner();
  if not pg_try_advisory_xact_lock(hashtextextended('onda import', 0)) then
    perform private.fail(409, 'busy', 'Another import is running. Try again when it is done.', '{"message_name":"import_running"}');
  end if;
  select * into taken from public.imports where id = import for update;
  if taken.id is null then
    perform private.fail(404, 'no_import', 'Import not found.');
  elsif taken.state = 'done' then
    perform private.fail(409, 'done', 'This import is already done.', '{"message_name":"import_done"}');
  elsif taken.row_count = 0 then
    perform private.fail(422, 'empty', 'The file has no rows.', '{"message_name":"import_file_empty"}');
  end if;
  perform setval('private.import_progress', 0);
  begin
    for one in select r.line, r.data from public.import_rows r where r.import_id = import order by r.line loop
      n := n + 1;
      lines[n] := one.line;
      begin
        case taken.kind
          when 'people' then select * into done from private.import_person(one.data);
          when 'bookings' then select * into done from private.import_booking(one.data);
          else select * into done from private.import_track(one.data);
        end case;
        outcomes[n] := done.outcome;
        messages[n] := done.message;
        reasons[n] := done.reason;
      exception
        when query_canceled or assert_failure then
          raise;
        when others then
          outcomes[n] := 'rejected';
          if sqlstate like 'PT%' then
            get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
            messages[n] := sqlerrm;
            reasons[n] := jsonb_build_object('hint', hint, 'details', detail);
          else
            messages[n] := 'Not a valid row: ' || sqlerrm;
            reasons[n] := jsonb_build_object('message_name', 'import_row_not_valid', 'values', jsonb_build_object('error', sqlerrm));
          end if;
          rejected := rejected + 1;
      end;
      if n % 20 = 0 then
        perform setval('private.import_progress', n);
      end if;
    end loop;
    if rejected > 0 or not coalesce(is_final, false) then
      -- Undoes every row above; what is known of them stays in the variables.
      raise exception 'undone' using errcode = 'ZZ001';
    end if;
  exception when sqlstate 'ZZ001' then
    null;
  end;
  perform setval('private.import_progress', n);
  update public.import_rows r set outcome = o.outcome, message = left(o.message, 500), reason = o.reason
  from unnest(lines, outcomes, messages, reasons) as o (line, outcome, message, reason) where r.import_id = import and r.line = o.line;
  update public.imports i set state = case when rejected = 0 and is_final then 'done' else 'checked' end,
    done_at = case when rejected = 0 and is_final then now() end,
    created_count = cardinality(array_positions(outcomes, 'created')), changed_count = cardinality(array_positions(outcomes, 'changed')),
    matched_count = cardinality(array_positions(outcomes, 'matched')), rejected_count = rejected
  where i.id = import returning * into taken;
  if taken.state = 'done' then
    perform private.audit('import', 'imported', taken.file_name, jsonb_build_object('rows', taken.row_count,
      'created', taken.created_count, 'changed', taken.changed_count, 'matched', taken.matched_count), table_name => taken.kind);
  end if;
  return to_jsonb(taken);
end
$$;
comment on function public.run_import is 'Runs an import, as a dry run or for good, and reports what became of each row.';

-- ---------- rights ----------
revoke all on public.imports, public.import_rows from anon, authenticated;
grant select on public.imports, public.import_rows to authenticated;
grant all on public.imports, public.import_rows to service_role;
revoke all on function public.create_import, public.add_import_rows, public.import_progress,
  public.run_import from public, anon, authenticated;
grant execute on function public.create_import, public.add_import_rows, public.import_progress,
  public.run_import to authenticated, service_role;
