-- The four roles of callers that a Supabase project has. Attributes and password of an existing role are not changed.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
        -- No request may run for ever; the owner may choose other limits.
        if wanted <> 'service_role' then
          execute format('alter role %I set statement_timeout = %L', wanted,
            case wanted when 'anon' then '3s' else '8s' end);
        end if;
      exception
        -- Roles belong to all databases of a cluster; another one may be prepared at this moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    begin
      create role authenticator login noinherit;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
end
$$;

-- The host switches from its own login, or from authenticator, to the role of each caller. Its own login may
-- leave a role granted to it out of SET, so a grant is made whenever the switch is not yet possible.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_catalog.pg_has_role('authenticator', wanted, 'member') then
      execute format('grant %I to authenticator', wanted);
    end if;
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      begin
        execute format('set local role %I', wanted);
        reset role;
      exception
        when insufficient_privilege then
          execute format('grant %I to %I', wanted, current_user);
      end;
    end if;
  end loop;
end
$$;
