-- Messages from the contact form, and the counts beside the menu.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  message text not null check (length(message) between 1 and 5000),
  -- Of the page that it was written on.
  language text not null default private.page_language() check (private.are_languages(array[language])),
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  state text not null default 'open' check (state in ('open', 'answered', 'done', 'spam')),
  assigned_to uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false
);
comment on table public.contact_messages is 'Messages from the contact form.';
alter table public.contact_messages enable row level security;

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
comment on table public.contact_entries is 'Replies, notes and changes of state of a contact message.';
alter table public.contact_entries enable row level security;

-- ---------- indexes ----------
create index contact_messages_newest on public.contact_messages (received_at desc, id desc);
create index contact_messages_open on public.contact_messages (received_at desc, id desc) where state = 'open';
create index contact_messages_assigned on public.contact_messages (assigned_to);
create index contact_messages_searchable on public.contact_messages
  using gin (private.searchable(name || ' ' || email || ' ' || message) gin_trgm_ops);
create index contact_entries_message on public.contact_entries (message_id, id);
create index contact_entries_author on public.contact_entries (author);

-- ---------- row policies ----------
create policy "staff read messages" on public.contact_messages for select to authenticated using ((select public.is_staff()));
create policy "staff read the history of messages" on public.contact_entries for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
create function public.list_contact_messages(query text default '', only_state text default null, mine boolean default false,
  before_at timestamptz default null, before_id uuid default null, after_at timestamptz default null, after_id uuid default null,
  max_rows integer default 40)
returns table (id uuid, name text, email text, opening text, received_at timestamptz, state text, assigned_to uuid, assigned_name text, replies integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[] := private.search_patterns(query);
  wanted text := 'true';
begin
  perform private.require_staff();
  if cardinality(patterns) > 0 then
    wanted := wanted || ' and ' || private.text_condition($e$m.name || ' ' || m.email || ' ' || m.message$e$, patterns);
  end if;
  wanted := wanted || case when only_state is null then $c$ and m.state <> 'spam'$c$ else ' and m.state = $7' end;
  if mine then
    wanted := wanted || ' and m.assigned_to = (select private.current_user_id())';
  end if;
  return query execute format($q$
    select m.id, m.name, m.email, left(m.message, 160), m.received_at, m.state, m.assigned_to, p.name,
      (select count(*)::integer from public.contact_entries e where e.message_id = m.id and e.kind = 'reply')
    from (select m.* from public.contact_messages m where %s%s limit $6) m
    left join public.profiles p on p.user_id = m.assigned_to
    order by m.received_at desc, m.id desc$q$, wanted,
    private.page_condition('m.received_at', 'm.id', before_at is not null, after_at is not null))
  using patterns, before_at, before_id, after_at, after_id, least(greatest(coalesce(max_rows, 40), 1), 200), only_state;
end
$$;
comment on function public.list_contact_messages is 'A page of contact messages, newest first.';

create function public.get_contact_message(contact_message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_message jsonb;
begin
  perform private.require_staff();
  select (to_jsonb(m) - 'is_demo') || jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'body', e.body, 'by', p.name,
        'mail_id', e.mail_id, 'mail_state', o.state, 'mail_error', o.last_error) order by e.id), '[]')
      from public.contact_entries e left join public.profiles p on p.user_id = e.author
      left join public.outbox o on o.id = e.mail_id where e.message_id = m.id),
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('id', s.user_id, 'name', s.name) order by s.name), '[]')
      from (select distinct r.user_id, p.name from public.roles r join public.profiles p on p.user_id = r.user_id
        where r.role in ('staff', 'owner')) s),
    'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'created_at', o.created_at) order by o.created_at desc), '[]')
      from (select * from public.orders o where lower(o.buyer_email) = lower(m.email) order by o.created_at desc limit 5) o)
  ) into found_message from public.contact_messages m where m.id = contact_message_id;
  if found_message is null then
    perform private.fail(404, 'no_message', 'Message not found.');
  end if;
  return found_message;
end
$$;
comment on function public.get_contact_message is 'One contact message with its history.';

create function public.reply_to_contact_message(contact_message_id uuid, body text, idempotency_key text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  reply text := btrim(coalesce(body, ''));
  made bigint;
begin
  perform private.require_staff();
  if length(reply) not between 1 and 10000 then
    perform private.fail(422, 'bad_reply', 'Enter a reply of at most 10,000 characters.', '{"field":"body"}');
  end if;
  if private.find_answer('reply', idempotency_key) is not null then
    return public.get_contact_message(contact_message_id);
  end if;
  update public.contact_messages m set state = 'answered', answered_at = now(),
    assigned_to = coalesce(m.assigned_to, private.current_user_id()) where m.id = contact_message_id;
  if not found then
    perform private.fail(404, 'no_message', 'Message not found.');
  end if;
  insert into public.contact_entries (message_id, author, kind, body, mail_id)
  values (contact_message_id, private.current_user_id(), 'reply', reply, gen_random_uuid()) returning id into made;
  perform private.save_answer('reply', idempotency_key, jsonb_build_object('entry_id', made));
  perform private.add_job('mail.contact_reply', jsonb_build_object('entry_id', made), key => 'contact reply ' || made);
  return public.get_contact_message(contact_message_id);
end
$$;
comment on function public.reply_to_contact_message is 'Replies to a contact message by email.';

create function public.update_contact_message(contact_message_id uuid, state text default null, assign_to uuid default null, unassign boolean default false,
  note text default null) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  message public.contact_messages;
begin
  perform private.require_staff();
  select * into message from public.contact_messages m where m.id = contact_message_id for update;
  if message.id is null then
    perform private.fail(404, 'no_message', 'Message not found.');
  elsif state is not null and state not in ('open', 'answered', 'done', 'spam') then
    perform private.fail(422, 'bad_state', 'Choose open, answered, done or spam.');
  elsif assign_to is not null and not exists (select from public.roles r where r.user_id = assign_to and r.role in ('staff', 'owner')) then
    perform private.fail(422, 'not_staff', 'Only staff can be assigned to a message.', '{"message_name":"assignee_not_staff"}');
  elsif length(coalesce(note, '')) > 5000 then
    perform private.fail(422, 'too_long', 'Use at most 5,000 characters for a note.',
      '{"field":"note","message_name":"inbox_note_max_length"}');
  end if;
  if state is not null and state <> message.state then
    update public.contact_messages m set state = update_contact_message.state where m.id = contact_message_id;
    insert into public.contact_entries (message_id, author, kind, body) values (contact_message_id, private.current_user_id(), 'state', state);
  end if;
  if assign_to is not null and assign_to is distinct from message.assigned_to or unassign and message.assigned_to is not null then
    update public.contact_messages m set assigned_to = assign_to where m.id = contact_message_id;
    insert into public.contact_entries (message_id, author, kind, body) values (contact_message_id, private.current_user_id(), 'assigned',
      coalesce((select nullif(p.name, '') from public.profiles p where p.user_id = assign_to), case when assign_to is null then 'nobody' else 'someone' end));
  end if;
  if btrim(coalesce(note, '')) <> '' then
    insert into public.contact_entries (message_id, author, kind, body) values (contact_message_id, private.current_user_id(), 'note', btrim(note));
  end if;
  return public.get_contact_message(contact_message_id);
end
$$;
comment on function public.update_contact_message is 'Changes state or assignee of a contact message, or adds a note.';

create function public.staff_counts() returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'unpaid_orders', (select count(*) from public.orders o where o.state = 'confirmed' and o.total_cents > o.paid_cents),
    'open_messages', (select count(*) from public.contact_messages m where m.state = 'open'),
    'failed_mails', (select count(*) from public.outbox o where o.state = 'failed' and not o.is_demo))
  where public.is_staff()
$$;
comment on function public.staff_counts is 'The numbers beside the menu: unpaid orders, open messages and failed emails.';

create function private.notify_counts() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send('{}', tg_argv[0], 'dashboard:counts', true);
  end if;
  return null;
end
$$;

-- ---------- triggers ----------
create trigger notify_counts after insert on public.contact_messages
  for each row when (new.state = 'open') execute function private.notify_counts('messages');
create trigger notify_counts_changed after update of state on public.contact_messages
  for each row when (old.state is distinct from new.state) execute function private.notify_counts('messages');
create trigger notify_counts_deleted after delete on public.contact_messages
  for each row when (old.state = 'open') execute function private.notify_counts('messages');
-- Emails that simply go out change no count: a newsletter is thousands of them.
create trigger notify_counts_changed after update of state on public.outbox
  for each row when (old.state is distinct from new.state and 'failed' in (old.state, new.state))
  execute function private.notify_counts('emails');
create trigger notify_counts_deleted after delete on public.outbox
  for each row when (old.state = 'failed') execute function private.notify_counts('emails');

-- ---------- rights ----------
revoke all on public.contact_messages, public.contact_entries from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.contact_entries_id_seq from anon, authenticated;
grant select on public.contact_messages, public.contact_entries to authenticated;
grant all on public.contact_messages, public.contact_entries to service_role;
revoke all on function public.list_contact_messages, public.get_contact_message, public.reply_to_contact_message, public.update_contact_message,
  public.staff_counts from public, anon, authenticated;
grant execute on function public.list_contact_messages, public.get_contact_message, public.reply_to_contact_message, public.update_contact_message,
  public.staff_counts to authenticated, service_role;
