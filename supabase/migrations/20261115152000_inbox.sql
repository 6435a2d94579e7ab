-- Letters to the studio: who looks after one, what was answered, what became of it. Staff read; functions write.
alter table public.contact_messages
  add column state text not null default 'open' check (state in ('open', 'answered', 'done', 'spam')),
  add column assigned_to uuid references auth.users (id) on delete set null;
update public.contact_messages set state = 'answered' where answered_at is not null;
create index contact_messages_newest on public.contact_messages (received_at desc, id desc);
create index contact_messages_open on public.contact_messages (received_at desc, id desc) where state = 'open';
create index contact_messages_assigned on public.contact_messages (assigned_to);

create table public.contact_entries (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  author uuid references auth.users (id) on delete set null,
  kind text not null check (kind in ('reply', 'note', 'state', 'assigned')),
  body text not null check (length(body) between 1 and 10000),
  -- The mail that a reply became.
  mail_id uuid
);
create index contact_entries_message on public.contact_entries (message_id, id);
create index contact_entries_author on public.contact_entries (author);

alter table public.contact_entries enable row level security;
revoke all on public.contact_entries from anon, authenticated;
grant select on public.contact_messages, public.contact_entries to authenticated;
grant all on public.contact_messages, public.contact_entries to service_role;
create policy "staff read letters" on public.contact_messages for select to authenticated using ((select public.is_staff()));
create policy "staff read what became of letters" on public.contact_entries for select to authenticated using ((select public.is_staff()));

create function public.desk_letters(words text default '', only_state text default null, mine boolean default false,
  before_at timestamptz default null, before_id uuid default null, after_at timestamptz default null, after_id uuid default null,
  most integer default 40)
returns table (id uuid, name text, email text, opening text, received_at timestamptz, state text, assigned_to uuid, assigned_name text, replies integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[] := private.patterns(words);
  wanted text := 'true';
begin
  perform private.require_desk();
  if cardinality(patterns) > 0 then
    wanted := wanted || $c$ and private.plain(m.name || ' ' || m.email || ' ' || m.message) like all ($1)$c$;
  end if;
  wanted := wanted || case when only_state is null then $c$ and m.state <> 'spam'$c$ else ' and m.state = $2' end;
  if mine then
    wanted := wanted || ' and m.assigned_to = auth.uid()';
  end if;
  wanted := wanted || case
    when after_at is not null then ' and (m.received_at, m.id) > ($3, $4) order by m.received_at, m.id'
    when before_at is not null then ' and (m.received_at, m.id) < ($5, $6) order by m.received_at desc, m.id desc'
    else ' order by m.received_at desc, m.id desc' end;
  return query execute format($q$
    select m.id, m.name, m.email, left(m.message, 160), m.received_at, m.state, m.assigned_to, p.name,
      (select count(*)::integer from public.contact_entries e where e.message_id = m.id and e.kind = 'reply')
    from (select m.* from public.contact_messages m where %s limit $7) m
    left join public.profiles p on p.user_id = m.assigned_to
    order by m.received_at desc, m.id desc$q$, wanted)
  using patterns, only_state, after_at, after_id, before_at, before_id, least(greatest(coalesce(most, 40), 1), 200);
end
$$;

create function public.desk_letter(letter_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_letter jsonb;
begin
  perform private.require_desk();
  select to_jsonb(m) || jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'body', e.body, 'by', p.name,
        'mail_id', e.mail_id, 'mail_state', o.state, 'mail_error', o.last_error) order by e.id), '[]')
      from public.contact_entries e left join public.profiles p on p.user_id = e.author
      left join public.outbox o on o.id = e.mail_id where e.message_id = m.id),
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('id', s.user_id, 'name', s.name) order by s.name), '[]')
      from (select distinct r.user_id, p.name from public.roles r join public.profiles p on p.user_id = r.user_id
        where r.role in ('staff', 'owner')) s),
    'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'created_at', o.created_at) order by o.created_at desc), '[]')
      from (select * from public.orders o where lower(o.buyer_email) = lower(m.email) order by o.created_at desc limit 5) o)
  ) into found_letter from public.contact_messages m where m.id = letter_id;
  if found_letter is null then
    perform private.fail(404, 'no_letter', 'There is no such letter.');
  end if;
  return found_letter;
end
$$;

create function public.reply_to_letter(letter_id uuid, body text, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  words text := btrim(coalesce(body, ''));
  made bigint;
begin
  perform private.require_desk();
  if length(words) not between 1 and 10000 then
    perform private.fail(422, 'bad_reply', 'A few words, at most 10,000 characters.', '{"field":"body"}');
  end if;
  if private.answered('reply', idempotency_key) is not null then
    return public.desk_letter(letter_id);
  end if;
  update public.contact_messages m set state = 'answered', answered_at = now(),
    assigned_to = coalesce(m.assigned_to, auth.uid()) where m.id = letter_id;
  if not found then
    perform private.fail(404, 'no_letter', 'There is no such letter.');
  end if;
  insert into public.contact_entries (message_id, author, kind, body, mail_id)
  values (letter_id, auth.uid(), 'reply', words, gen_random_uuid()) returning id into made;
  perform private.remember('reply', idempotency_key, jsonb_build_object('entry_id', made));
  perform private.add_job('mail.contact_reply', jsonb_build_object('entry_id', made), key => 'contact reply ' || made);
  return public.desk_letter(letter_id);
end
$$;

-- Any of: a new state, somebody who looks after it, a note for the others at the desk.
create function public.handle_letter(letter_id uuid, state text default null, assign_to uuid default null, unassign boolean default false,
  note text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  letter public.contact_messages;
begin
  perform private.require_desk();
  select * into letter from public.contact_messages m where m.id = letter_id for update;
  if letter.id is null then
    perform private.fail(404, 'no_letter', 'There is no such letter.');
  elsif state is not null and state not in ('open', 'answered', 'done', 'spam') then
    perform private.fail(422, 'bad_state', 'A letter is open, answered, done or spam.');
  elsif assign_to is not null and not exists (select from public.roles r where r.user_id = assign_to and r.role in ('staff', 'owner')) then
    perform private.fail(422, 'not_staff', 'Only somebody of the staff can look after a letter.');
  elsif length(coalesce(note, '')) > 5000 then
    perform private.fail(422, 'too_long', 'A note has at most 5,000 characters.', '{"field":"note"}');
  end if;
  if state is not null and state <> letter.state then
    update public.contact_messages m set state = handle_letter.state where m.id = letter_id;
    insert into public.contact_entries (message_id, author, kind, body) values (letter_id, auth.uid(), 'state', state);
  end if;
  if assign_to is not null and assign_to is distinct from letter.assigned_to or unassign and letter.assigned_to is not null then
    update public.contact_messages m set assigned_to = assign_to where m.id = letter_id;
    insert into public.contact_entries (message_id, author, kind, body) values (letter_id, auth.uid(), 'assigned',
      coalesce((select nullif(p.name, '') from public.profiles p where p.user_id = assign_to), case when assign_to is null then 'nobody' else 'somebody' end));
  end if;
  if btrim(coalesce(note, '')) <> '' then
    insert into public.contact_entries (message_id, author, kind, body) values (letter_id, auth.uid(), 'note', btrim(note));
  end if;
  return public.desk_letter(letter_id);
end
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['desk_letters(text, text, boolean, timestamptz, uuid, timestamptz, uuid, integer)', 'desk_letter(uuid)',
    'reply_to_letter(uuid, text, text)', 'handle_letter(uuid, text, uuid, boolean, text)']
  loop
    execute format('revoke all on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end
$$;
