-- The newsletter: subscribers who confirmed, and issues that are written, tested, sent once and counted.

create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'left')),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  -- Of the page that was subscribed on.
  language text not null default private.page_language() check (private.are_languages(array[language]))
);
comment on table public.newsletter_subscribers is 'Newsletter subscribers; only confirmed addresses get an issue.';
alter table public.newsletter_subscribers enable row level security;

create table private.newsletter_links (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  token text not null unique
);
comment on table private.newsletter_links is 'Secret links with which subscribers confirm and unsubscribe.';
alter table private.newsletter_links enable row level security;

create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  subject text not null default '' check (length(subject) <= 150),
  -- Blocks in their order: {"kind": "heading" | "text" | "quote" | "link", "text": ..., "url": ...}.
  blocks jsonb not null default '[]' check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 100 and length(blocks::text) <= 60000),
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent', 'stopped')),
  -- Increases with every change, so that nobody overwrites what someone else has saved.
  version integer not null default 1,
  written_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  sent_at timestamptz,
  readers integer not null default 0
);
comment on table public.newsletter_issues is
  'Issues of the newsletter, from draft to sent; recipients are fixed at the moment of sending.';
alter table public.newsletter_issues enable row level security;

create table public.newsletter_deliveries (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'written', 'left')),
  mail_id uuid,
  primary key (issue_id, subscriber_id)
);
comment on table public.newsletter_deliveries is 'Recipients of an issue, and whether their email was written.';
alter table public.newsletter_deliveries enable row level security;

-- ---------- indexes ----------
create index newsletter_issues_newest on public.newsletter_issues (created_at desc, id desc);
create index newsletter_issues_writer on public.newsletter_issues (written_by);
create index newsletter_deliveries_queued on public.newsletter_deliveries (issue_id, subscriber_id) where state = 'queued';
create index newsletter_deliveries_reader on public.newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_mail on public.newsletter_deliveries (mail_id);

-- ---------- row policies ----------
create policy "staff read subscribers" on public.newsletter_subscribers for select to authenticated using ((select public.is_staff()));
create policy "staff read issues" on public.newsletter_issues for select to authenticated using ((select public.is_staff()));
create policy "staff read deliveries" on public.newsletter_deliveries for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
create function public.subscribe_to_newsletter(email text, language text default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  address text := lower(btrim(coalesce(subscribe_to_newsletter.email, '')));
  known public.newsletter_subscribers;
  may_write boolean := true;
  used text := private.page_language(subscribe_to_newsletter.language);
begin
  if not private.is_trusted() then
    raise exception 'Only the site itself can do this.' using errcode = '42501';
  end if;
  perform private.check_email(address);
  insert into public.newsletter_subscribers (email, language) values (address, used)
  on conflict (email) do nothing returning * into known;
  if known.id is null then
    select * into known from public.newsletter_subscribers s where s.email = address for update;
    may_write := known.state <> 'confirmed' and known.asked_at < now() - interval '1 hour';
    if may_write or known.state = 'left' then
      update public.newsletter_subscribers s set state = 'pending', asked_at = now(), language = used where s.id = known.id;
    end if;
  else
    insert into private.newsletter_links (subscriber_id, token) values (known.id, private.new_token());
  end if;
  if may_write then
    perform private.add_job('mail.confirm_newsletter', jsonb_build_object('subscriber_id', known.id));
  end if;
end
$$;
comment on function public.subscribe_to_newsletter is
  'Starts a newsletter subscription after the bot check; answers the same whether the address was known or not, and sends at most one email an hour.';

-- A member's choice goes before the page that was subscribed on.
create function private.reader_language(reader public.newsletter_subscribers) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.email_language(
    (select u.id from auth.users u where lower(u.email) = reader.email and u.email_confirmed_at is not null limit 1),
    reader.language
  )
$$;

create function public.newsletter_status(link text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('email', s.email, 'state', s.state)
  from public.newsletter_subscribers s join private.newsletter_links l on l.subscriber_id = s.id where l.token = link
$$;
comment on function public.newsletter_status is 'The subscription that a secret link opens.';

create function public.confirm_newsletter(link text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.newsletter_subscribers s set state = 'confirmed', confirmed_at = now(), left_at = null
  from private.newsletter_links l where l.subscriber_id = s.id and l.token = link and s.state <> 'confirmed';
  return public.newsletter_status(link);
end
$$;
comment on function public.confirm_newsletter is 'Confirms a newsletter subscription.';

create function public.unsubscribe_from_newsletter(link text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.newsletter_subscribers s set state = 'left', left_at = now()
  from private.newsletter_links l where l.subscriber_id = s.id and l.token = link and s.state <> 'left';
  return public.newsletter_status(link);
end
$$;
comment on function public.unsubscribe_from_newsletter is 'Ends a newsletter subscription.';

create function public.send_newsletter(subject text, body text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  recipient_count integer := 0;
  reader uuid;
  sending uuid := gen_random_uuid();
begin
  perform private.require_staff();
  if length(btrim(coalesce(subject, ''))) not between 1 and 150 or length(btrim(coalesce(body, ''))) not between 1 and 20000 then
    perform private.fail(422, 'bad_message', 'Enter a subject and a message.');
  end if;
  for reader in select id from public.newsletter_subscribers where state = 'confirmed' loop
    perform private.add_job('mail.newsletter', jsonb_build_object('subscriber_id', reader, 'subject', btrim(subject), 'body', btrim(body)),
      key => format('newsletter %s %s', sending, reader));
    recipient_count := recipient_count + 1;
  end loop;
  perform private.add_timeline_entry('sent the newsletter', details => jsonb_build_object('subject', subject, 'readers', recipient_count));
  return recipient_count;
end
$$;
comment on function public.send_newsletter is 'Sends a text to all confirmed subscribers; staff only.';

create function public.my_newsletter(wanted boolean default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  address text;
  reader uuid;
begin
  select lower(u.email) into address from auth.users u
  where u.id = (select private.current_user_id()) and u.email_confirmed_at is not null and not u.is_anonymous;
  if address is null then
    if wanted then
      perform private.fail(409, 'no_address', 'The newsletter needs an email address. Add one under Security first.',
        '{"message_name":"newsletter_needs_email"}');
    end if;
    return false;
  end if;
  if wanted then
    insert into public.newsletter_subscribers as s (email, state, confirmed_at, language)
    values (address, 'confirmed', now(), private.email_language(private.current_user_id()))
    on conflict (email) do update set state = 'confirmed', confirmed_at = now(), left_at = null
      where s.state <> 'confirmed'
    returning s.id into reader;
    if reader is not null then
      insert into private.newsletter_links (subscriber_id, token) values (reader, private.new_token())
      on conflict (subscriber_id) do nothing;
    end if;
  elsif not wanted then
    update public.newsletter_subscribers s set state = 'left', left_at = now() where s.email = address and s.state <> 'left';
  end if;
  return exists (select from public.newsletter_subscribers s where s.email = address and s.state = 'confirmed');
end
$$;
comment on function public.my_newsletter is
  'Whether the caller gets the newsletter, changed first if a choice is given; the address of an account is proven and needs no second email.';

create function private.check_blocks(given jsonb) returns jsonb
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  block jsonb;
  checked jsonb := '[]';
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > 100 then
    perform private.fail(422, 'bad_blocks', 'Use at most 100 blocks.', '{"field":"blocks","message_name":"too_many_blocks"}');
  end if;
  for block in select value from jsonb_array_elements(given) loop
    if coalesce(block ->> 'kind', '') not in ('heading', 'text', 'quote', 'link') then
      perform private.fail(422, 'bad_blocks', 'Use headings, text, quotes and links only.',
        '{"field":"blocks","message_name":"newsletter_block_kinds"}');
    elsif length(coalesce(block ->> 'text', '')) > 5000 then
      perform private.fail(422, 'too_long', 'Use at most 5,000 characters in one block.',
        '{"field":"blocks","message_name":"newsletter_block_max_length"}');
    elsif block ->> 'kind' = 'link' and coalesce(block ->> 'url', '') <> '' and (block ->> 'url' !~ '^https?://[^\s<>"]+$' or length(block ->> 'url') > 1000) then
      perform private.fail(422, 'bad_link', 'A link must begin with https:// and contain no spaces.',
        '{"field":"blocks","message_name":"link_address"}');
    end if;
    checked := checked || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', block ->> 'kind', 'text', btrim(coalesce(block ->> 'text', '')),
      'url', case when block ->> 'kind' = 'link' then coalesce(block ->> 'url', '') end)));
  end loop;
  return checked;
end
$$;

create function public.save_issue(subject text, blocks jsonb, issue_id uuid default null, version integer default null) returns public.newsletter_issues
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  saved public.newsletter_issues;
  cleaned_subject text := btrim(regexp_replace(coalesce(save_issue.subject, ''), '[\x01-\x1f\x7f]+', ' ', 'g'));
begin
  perform private.require_staff();
  if length(cleaned_subject) > 150 then
    perform private.fail(422, 'too_long', 'Use at most 150 characters for the subject.',
      '{"field":"subject","message_name":"newsletter_subject_max_length"}');
  end if;
  if save_issue.issue_id is null then
    insert into public.newsletter_issues (subject, blocks, written_by) values (cleaned_subject, private.check_blocks(save_issue.blocks), private.current_user_id())
    returning * into saved;
    return saved;
  end if;
  select * into saved from public.newsletter_issues i where i.id = save_issue.issue_id for update;
  if saved.id is null then
    perform private.fail(404, 'no_issue', 'Issue not found.');
  elsif saved.state <> 'draft' then
    perform private.fail(409, 'sent', 'An issue that was sent cannot be changed.', '{"message_name":"sent_issue_is_final"}');
  elsif save_issue.version is distinct from saved.version then
    perform private.fail(409, 'changed', 'Someone else changed this issue in the meantime. Copy your text, then reload the page.',
      '{"message_name":"issue_changed_while_writing"}');
  end if;
  update public.newsletter_issues i set subject = cleaned_subject, blocks = private.check_blocks(save_issue.blocks), version = i.version + 1,
    changed_at = now(), written_by = (select private.current_user_id()) where i.id = saved.id returning * into saved;
  return saved;
end
$$;
comment on function public.save_issue is 'Creates or changes a newsletter issue, if nobody else changed it in the meantime.';

create function private.get_issue(wanted uuid) returns public.newsletter_issues
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  issue public.newsletter_issues;
begin
  perform private.require_staff();
  select * into issue from public.newsletter_issues i where i.id = wanted for update;
  if issue.id is null then
    perform private.fail(404, 'no_issue', 'Issue not found.');
  elsif issue.subject = '' then
    perform private.fail(422, 'no_subject', 'Enter a subject.', '{"field":"subject"}');
  elsif not exists (select from jsonb_array_elements(issue.blocks) b where b ->> 'text' <> '') then
    perform private.fail(422, 'empty', 'Enter a text.', '{"field":"blocks","message_name":"newsletter_text_missing"}');
  elsif exists (select from jsonb_array_elements(issue.blocks) b where b ->> 'kind' = 'link' and (b ->> 'url' = '' or b ->> 'text' = '')) then
    perform private.fail(422, 'bad_link', 'Every link needs a label and an address.',
      '{"field":"blocks","message_name":"link_incomplete"}');
  end if;
  return issue;
end
$$;

create function public.test_issue(issue_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  issue public.newsletter_issues := private.get_issue(test_issue.issue_id);
  address text := (select u.email from auth.users u where u.id = (select private.current_user_id()));
begin
  if address is null then
    perform private.fail(409, 'no_address', 'Your account has no email address.', '{"message_name":"account_without_email"}');
  end if;
  perform private.add_job('mail.newsletter_test', jsonb_build_object('issue_id', issue.id, 'user_id', private.current_user_id()));
  return address;
end
$$;
comment on function public.test_issue is 'Sends an issue to the caller''s own address and nobody else.';

create function public.send_issue(issue_id uuid, version integer) returns public.newsletter_issues
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  issue public.newsletter_issues := private.get_issue(send_issue.issue_id);
  recipient_count integer;
begin
  if issue.state <> 'draft' then
    perform private.fail(409, 'sent', 'This issue was already sent.', '{"message_name":"issue_already_sent"}');
  elsif send_issue.version is distinct from issue.version then
    perform private.fail(409, 'changed', 'Someone else changed this issue in the meantime. Read it again before you send it.',
      '{"message_name":"issue_changed_before_sending"}');
  end if;
  insert into public.newsletter_deliveries (issue_id, subscriber_id)
  select issue.id, s.id from public.newsletter_subscribers s where s.state = 'confirmed';
  get diagnostics recipient_count = row_count;
  if recipient_count = 0 then
    perform private.fail(409, 'no_readers', 'The newsletter has no subscribers yet.');
  end if;
  update public.newsletter_issues i set state = 'sending', sent_at = now(), readers = recipient_count where i.id = issue.id returning * into issue;
  perform private.add_job('newsletter.batch', jsonb_build_object('issue_id', issue.id), key => 'newsletter batch ' || issue.id);
  perform private.add_timeline_entry('sent the newsletter', details => jsonb_build_object('subject', issue.subject, 'readers', recipient_count));
  return issue;
end
$$;
comment on function public.send_issue is 'Sends an issue to all confirmed subscribers, once.';

create function public.stop_issue(issue_id uuid) returns public.newsletter_issues
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  issue public.newsletter_issues;
begin
  perform private.require_staff();
  update public.newsletter_issues i set state = 'stopped' where i.id = stop_issue.issue_id and i.state = 'sending' returning * into issue;
  if issue.id is null then
    perform private.fail(409, 'not_sending', 'This issue is not being sent.');
  end if;
  perform private.add_timeline_entry('stopped the newsletter', details => jsonb_build_object('subject', issue.subject));
  return issue;
end
$$;
comment on function public.stop_issue is 'Stops an issue that is being sent; emails that are in the outbox already still go out.';

create function public.delete_issue(issue_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  delete from public.newsletter_issues i where i.id = delete_issue.issue_id and i.state = 'draft';
  if not found then
    perform private.fail(409, 'sent', 'Only a draft can be deleted.', '{"message_name":"delete_drafts_only"}');
  end if;
end
$$;
comment on function public.delete_issue is 'Deletes a draft of an issue.';

create function public.issue_statistics(issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return (select jsonb_build_object('readers', count(*), 'queued', count(*) filter (where d.state = 'queued'),
      'written', count(*) filter (where d.state = 'written'), 'skipped', count(*) filter (where d.state = 'left'),
      'sent', count(*) filter (where d.state = 'written' and (o.id is null or o.state = 'sent')),
      'waiting', count(*) filter (where o.state = 'waiting'), 'failed', count(*) filter (where o.state = 'failed'),
      'left_since', count(*) filter (where s.state = 'left' and s.left_at >= i.sent_at))
    from public.newsletter_issues i join public.newsletter_deliveries d on d.issue_id = i.id
    join public.newsletter_subscribers s on s.id = d.subscriber_id
    left join public.outbox o on o.id = d.mail_id where i.id = issue_statistics.issue_id);
end
$$;
comment on function public.issue_statistics is 'Progress of an issue: emails written, sent and failed, and who unsubscribed since.';

-- ---------- rights ----------
revoke all on public.newsletter_subscribers, public.newsletter_issues, public.newsletter_deliveries from anon, authenticated;
grant select on public.newsletter_subscribers, public.newsletter_issues to authenticated;
grant all on public.newsletter_subscribers, public.newsletter_issues, public.newsletter_deliveries to service_role;
revoke all on function public.subscribe_to_newsletter, public.newsletter_status, public.confirm_newsletter, public.unsubscribe_from_newsletter,
  public.send_newsletter, public.my_newsletter, public.save_issue, public.test_issue, public.send_issue, public.stop_issue,
  public.delete_issue, public.issue_statistics from public, anon, authenticated;
grant execute on function public.newsletter_status, public.confirm_newsletter,
  public.unsubscribe_from_newsletter to anon, authenticated, service_role;
grant execute on function public.send_newsletter, public.my_newsletter, public.save_issue, public.test_issue, public.send_issue,
  public.stop_issue, public.delete_issue, public.issue_statistics to authenticated, service_role;
grant execute on function public.subscribe_to_newsletter to service_role;
