-- Filling in the sample studio is one event, not one for every row it writes.
create or replace function private.audit_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  changes jsonb := private.row_changes(before, after);
begin
  if changes = '{}' or 'on' in (coalesce(current_setting('onda.removing_demo', true), ''),
    coalesce(current_setting('onda.seeding', true), '')) then
    return null;
  end if;
  perform private.audit(tg_argv[0],
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end || ' ' || replace(tg_table_name, '_', ' '),
    coalesce(coalesce(after, before) ->> tg_argv[1], ''), changes);
  return null;
end
$$;
