// The catalogue queries of the schema cache. Each gives one JSON value; $1 is the array of exposed schemas.
// System schemas are left out; other schemas stay in, because a junction or a view may cross into one.

const notSystem = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_(temp|toast_temp)_'`;

// A partition is a table too, with rights and row policies of its own, mostly none: its rows are only offered as rows of the
// table that it is a part of.
const isOffered = (table: string) =>
  `${table}.relkind in ('r', 'p', 'v', 'm', 'f') and not ${table}.relispartition`;

export const relationsQuery = `
with base_types as (
  with recursive chain as (
    select oid, typbasetype, typtype, oid as base from pg_type where typtype <> 'd'
    union all
    select t.oid, t.typbasetype, t.typtype, chain.base
    from pg_type t join chain on t.typbasetype = chain.oid where t.typtype = 'd'
  )
  select oid, base from chain
),
view_sources as (
  with recursive reads as (
    select r.ev_class as view_oid, d.refobjid as source_oid
    from pg_rewrite r
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
    where r.rulename = '_RETURN'
    union
    select reads.view_oid, d.refobjid
    from reads
    join pg_rewrite r on r.ev_class = reads.source_oid and r.rulename = '_RETURN'
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
  )
  select view_oid, json_agg(distinct sn.nspname || '.' || s.relname) as sources
  from reads
  join pg_class s on s.oid = reads.source_oid and s.relkind in ('r', 'p', 'f', 'm')
  join pg_namespace sn on sn.oid = s.relnamespace
  group by view_oid
)
select coalesce(json_agg(json_build_object(
  'schema', n.nspname,
  'name', c.relname,
  'isView', c.relkind in ('v', 'm'),
  'isInsertable', c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 8 = 8,
  'isUpdatable', c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 4 = 4,
  'isDeletable', c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 16 = 16,
  'description', obj_description(c.oid, 'pg_class'),
  'sources', case when c.relkind in ('v', 'm') then coalesce(v.sources, '[]') else json_build_array(n.nspname || '.' || c.relname) end,
  'primaryKey', coalesce((
    select json_agg(a.attname order by k.position)
    from pg_constraint p
    cross join lateral unnest(p.conkey) with ordinality as k(attnum, position)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p'
  ), '[]'),
  'columns', coalesce((
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(b.base, null),
      'definition', format_type(a.atttypid, a.atttypmod),
      'isJson', b.base in (114, 3802),
      'isNullable', not a.attnotnull,
      'default', case
        when a.attgenerated <> '' then null
        when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        else pg_get_expr(d.adbin, d.adrelid)
      end,
      'isGenerated', a.attgenerated <> '',
      'maxLength', case when b.base in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 end,
      'description', col_description(c.oid, a.attnum),
      'enumValues', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = b.base)
    ) order by a.attnum)
    from pg_attribute a
    join base_types b on b.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]')
)), '[]') as value
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
left join view_sources v on v.view_oid = c.oid
where ${isOffered('c')} and ${notSystem}`;

export const viewsQuery = `
select json_build_object(
  'views', coalesce((
    select json_agg(json_build_object('oid', c.oid::int8, 'query', r.ev_action::text))
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
    join pg_namespace n on n.oid = c.relnamespace
    where r.rulename = '_RETURN' and ${notSystem}
  ), '[]'),
  'identities', coalesce((
    select json_agg(json_build_object('oid', c.oid::int8, 'schema', n.nspname, 'name', c.relname, 'numbers', (
      select json_object_agg(a.attnum, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )))
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${notSystem}
      -- Numbers matter only where a view can lead to them.
      and exists (select from pg_class v where v.relkind in ('v', 'm') and v.relnamespace <> 'pg_catalog'::regnamespace
        and v.relnamespace <> 'information_schema'::regnamespace)
  ), '[]')
) as value`;

export const foreignKeysQuery = `
select coalesce(json_agg(json_build_object(
  'constraint', k.conname,
  'origin', json_build_object('schema', n.nspname, 'name', c.relname),
  'target', json_build_object('schema', fn.nspname, 'name', f.relname),
  'columns', (
    select json_agg(json_build_array(a.attname, fa.attname) order by p.position)
    from unnest(k.conkey, k.confkey) with ordinality as p(own, referenced, position)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.own
    join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = p.referenced
  ),
  'isOneToOne', exists (
    select from pg_constraint u
    where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey
  ) or exists (
    select from pg_index i
    where i.indrelid = k.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
      and string_to_array(i.indkey::text, ' ')::int2[] @> k.conkey
      and string_to_array(i.indkey::text, ' ')::int2[] <@ k.conkey
  )
) order by n.nspname, c.relname, k.conname), '[]') as value
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
join pg_class f on f.oid = k.confrelid
join pg_namespace fn on fn.oid = f.relnamespace
where k.contype = 'f' and k.conparentid = 0 and not c.relispartition and not f.relispartition and ${notSystem}`;

export const routinesQuery = `
select coalesce(json_agg(json_build_object(
  'schema', n.nspname,
  'name', p.proname,
  'description', obj_description(p.oid, 'pg_proc'),
  'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'isVariadic', p.provariadic <> 0,
  'settings', coalesce(to_json(p.proconfig), '[]'),
  'parameters', coalesce((
    select json_agg(json_build_object(
      'name', coalesce(p.proargnames[a.position], ''),
      'type', format_type(a.type, null),
      'isRequired', a.input_position <= p.pronargs - p.pronargdefaults,
      'isVariadic', a.mode = 'v',
      'relation', (
        select json_build_object('schema', an.nspname, 'name', ac.relname)
        from pg_type at join pg_class ac on ac.oid = at.typrelid and ${isOffered('ac')}
        join pg_namespace an on an.oid = ac.relnamespace
        where at.oid = a.type
      )
    ) order by a.position)
    from (
      select x.type, x.position, coalesce(p.proargmodes[x.position], 'i') as mode,
        count(*) filter (where coalesce(p.proargmodes[x.position], 'i') in ('i', 'b', 'v')) over (order by x.position) as input_position
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as x(type, position)
    ) a
    where a.mode in ('i', 'b', 'v')
  ), '[]'),
  'returns', json_build_object(
    'isSet', p.proretset,
    'isSingleRow', not p.proretset or p.prorows = 1,
    'kind', case
      when p.prorettype = 'void'::regtype then 'void'
      when p.proargmodes::text[] && array['t', 'o', 'b'] then 'record'
      when t.typtype = 'c' then 'composite'
      when p.prorettype = 'record'::regtype then 'record'
      else 'scalar'
    end,
    'type', format_type(p.prorettype, null),
    'relation', (
      select json_build_object('schema', cn.nspname, 'name', c.relname)
      from pg_class c join pg_namespace cn on cn.oid = c.relnamespace
      where c.oid = t.typrelid and ${isOffered('c')}
    ),
    'columns', coalesce((
      select json_agg(json_build_object('name', coalesce(p.proargnames[x.position], ''), 'type', format_type(x.type, null)) order by x.position)
      from unnest(p.proallargtypes) with ordinality as x(type, position)
      where p.proargmodes[x.position] in ('t', 'o', 'b')
    ), (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
      from pg_attribute a
      where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
    ), '[]')
  )
) order by n.nspname, p.proname, p.oid), '[]') as value
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype
where p.prokind = 'f' and n.nspname = any($1::text[])
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;

export const surroundingsQuery = `
select json_build_object(
  'hasGeoJson', exists (select from pg_proc where proname = 'st_asgeojson' and pronargs >= 1),
  'types', (
    select json_agg(json_build_array(t.typname, format_type(t.oid, null), n.nspname))
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
    where t.typtype in ('b', 'd', 'e', 'r', 'm', 'c') and (c.oid is null or c.relkind = 'c') and t.typname !~ '^_'
      and (n.nspname = 'pg_catalog' or n.nspname = 'extensions' or n.nspname = any($1::text[]))
  ),
  'timezones', (select json_agg(name) from pg_timezone_names),
  'roleSettings', coalesce((
    select json_agg(json_build_array(r.rolname, s.setconfig))
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  ), '[]'),
  'schemaDescriptions', coalesce((
    select json_agg(json_build_array(n.nspname, obj_description(n.oid, 'pg_namespace')))
    from pg_namespace n where n.nspname = any($1::text[])
  ), '[]')
) as value`;
