-- The studio's letter as something that is written, tried out, sent once and counted. Readers are taken down at the
-- moment of sending; a batch at a time becomes mails in the outbox, and whoever left meanwhile gets none.
create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  subject text not null default '' check (length(subject) <= 150),
  -- Blocks in their order: {"kind": "heading" | "text" | "quote" | "link", "text": ..., "url": ...}.
  blocks jsonb not null default '[]' check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 100 and length(blocks::text) <= 60000),
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent', 'stopped')),
  -- Rises with every change: who writes over somebody else's words is told.
  version integer not null default 1,
  written_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  sent_at timestamptz,
  readers integer not null default 0
);
create index newsletter_issues_newest on public.newsletter_issues (created_at desc, id desc);
create index newsletter_issues_writer on public.newsletter_issues (written_by);

create table public.newsletter_deliveries (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'written', 'left')),
  mail_id uuid,
  primary key (issue_id, subscriber_id)
);
create index newsletter_deliveries_queued on public.newsletter_deliveries (issue_id, subscriber_id) where state = 'queued';
create index newsletter_deliveries_reader on public.newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_mail on public.newsletter_deliveries (mail_id);

alter table public.newsletter_issues enable row level security;
alter table public.newsletter_deliveries enable row level security;
revoke all on public.newsletter_issues, public.newsletter_deliveries from anon, authenticated;
grant select on public.newsletter_issues, public.newsletter_deliveries to authenticated;
grant all on public.newsletter_issues, public.newsletter_deliveries to service_role;
create policy "staff read issues" on public.newsletter_issues for select to authenticated using ((select public.is_staff()));
create policy "staff read deliveries" on public.newsletter_deliveries for select to authenticated using ((select public.is_staff()));

create function private.check_blocks(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  block jsonb;
  kept jsonb := '[]';
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > 100 then
    perform private.fail(422, 'bad_blocks', 'At most 100 pieces, please.', '{"field":"blocks"}');
  end if;
  for block in select value from jsonb_array_elements(given) loop
    if coalesce(block ->> 'kind', '') not in ('heading', 'text', 'quote', 'link') then
      perform private.fail(422, 'bad_blocks', 'A piece is a heading, text, a quote or a link.', '{"field":"blocks"}');
    elsif length(coalesce(block ->> 'text', '')) > 5000 then
      perform private.fail(422, 'too_long', 'One piece has at most 5,000 characters.', '{"field":"blocks"}');
    elsif block ->> 'kind' = 'link' and coalesce(block ->> 'url', '') <> '' and (block ->> 'url' !~ '^https?://[^\s<>"]+$' or length(block ->> 'url') > 1000) then
      perform private.fail(422, 'bad_link', 'A link begins with https:// and has no spaces.', '{"field":"blocks"}');
    end if;
    kept := kept || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', block ->> 'kind', 'text', btrim(coalesce(block ->> 'text', '')),
      'url', case when block ->> 'kind' = 'link' then coalesce(block ->> 'url', '') end)));
  end loop;
  return kept;
end
$$;

create function public.save_issue(subject text, blocks jsonb, issue_id uuid default null, version integer default null) returns public.newsletter_issues
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  saved public.newsletter_issues;
  words text := btrim(regexp_replace(coalesce(save_issue.subject, ''), '[\x01-\x1f\x7f]+', ' ', 'g'));
begin
  perform private.require_desk();
  if length(words) > 150 then
    perform private.fail(422, 'too_long', 'A subject has at most 150 characters.', '{"field":"subject"}');
  end if;
  if save_issue.issue_id is null then
    insert into public.newsletter_issues (subject, blocks, written_by) values (words, private.check_blocks(save_issue.blocks), auth.uid())
    returning * into saved;
    return saved;
  end if;
  select * into saved from public.newsletter_issues i where i.id = save_issue.issue_id for update;
  if saved.id is null then
    perform private.fail(404, 'no_issue', 'There is no such letter.');
  elsif saved.state <> 'draft' then
    perform private.fail(409, 'sent', 'What has gone out cannot be changed.');
  elsif save_issue.version is distinct from saved.version then
    perform private.fail(409, 'changed', 'Somebody else has changed this letter meanwhile. Copy your words, then load it again.');
  end if;
  update public.newsletter_issues i set subject = words, blocks = private.check_blocks(save_issue.blocks), version = i.version + 1,
    changed_at = now(), written_by = auth.uid() where i.id = saved.id returning * into saved;
  return saved;
end
$$;

create function private.whole_issue(wanted uuid) returns public.newsletter_issues
language plpgsql security definer set search_path = '' as $$
declare
  issue public.newsletter_issues;
begin
  perform private.require_desk();
  select * into issue from public.newsletter_issues i where i.id = wanted for update;
  if issue.id is null then
    perform private.fail(404, 'no_issue', 'There is no such letter.');
  elsif issue.subject = '' then
    perform private.fail(422, 'no_subject', 'A letter needs a subject.', '{"field":"subject"}');
  elsif not exists (select from jsonb_array_elements(issue.blocks) b where b ->> 'text' <> '') then
    perform private.fail(422, 'empty', 'A letter needs a few words.', '{"field":"blocks"}');
  elsif exists (select from jsonb_array_elements(issue.blocks) b where b ->> 'kind' = 'link' and (b ->> 'url' = '' or b ->> 'text' = '')) then
    perform private.fail(422, 'bad_link', 'Every link needs its words and its address.', '{"field":"blocks"}');
  end if;
  return issue;
end
$$;

-- To the address of who asks, and to nobody else.
create function public.test_issue(issue_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  issue public.newsletter_issues := private.whole_issue(test_issue.issue_id);
  address text := (select u.email from auth.users u where u.id = auth.uid());
begin
  if address is null then
    perform private.fail(409, 'no_address', 'Your account has no email address.');
  end if;
  perform private.add_job('mail.newsletter_test', jsonb_build_object('issue_id', issue.id, 'user_id', auth.uid()));
  return address;
end
$$;

create function public.send_issue(issue_id uuid, version integer) returns public.newsletter_issues
language plpgsql security definer set search_path = '' as $$
declare
  issue public.newsletter_issues := private.whole_issue(send_issue.issue_id);
  told integer;
begin
  if issue.state <> 'draft' then
    perform private.fail(409, 'sent', 'This letter has gone out already.');
  elsif send_issue.version is distinct from issue.version then
    perform private.fail(409, 'changed', 'Somebody else has changed this letter meanwhile. Read it again before it goes out.');
  end if;
  insert into public.newsletter_deliveries (issue_id, subscriber_id)
  select issue.id, s.id from public.newsletter_subscribers s where s.state = 'confirmed';
  get diagnostics told = row_count;
  if told = 0 then
    perform private.fail(409, 'no_readers', 'Nobody has asked for the letter yet.');
  end if;
  update public.newsletter_issues i set state = 'sending', sent_at = now(), readers = told where i.id = issue.id returning * into issue;
  perform private.add_job('newsletter.batch', jsonb_build_object('issue_id', issue.id), key => 'newsletter batch ' || issue.id);
  perform private.note('sent the newsletter', details => jsonb_build_object('subject', issue.subject, 'readers', told));
  return issue;
end
$$;

-- What is not written yet stays unwritten; what is in the outbox is on its way.
create function public.stop_issue(issue_id uuid) returns public.newsletter_issues
language plpgsql security definer set search_path = '' as $$
declare
  issue public.newsletter_issues;
begin
  perform private.require_desk();
  update public.newsletter_issues i set state = 'stopped' where i.id = stop_issue.issue_id and i.state = 'sending' returning * into issue;
  if issue.id is null then
    perform private.fail(409, 'not_sending', 'This letter is not going out at the moment.');
  end if;
  perform private.note('stopped the newsletter', details => jsonb_build_object('subject', issue.subject));
  return issue;
end
$$;

create function public.delete_issue(issue_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_desk();
  delete from public.newsletter_issues i where i.id = delete_issue.issue_id and i.state = 'draft';
  if not found then
    perform private.fail(409, 'sent', 'Only a draft can be thrown away.');
  end if;
end
$$;

-- How far it is: mails written, carried, failed; and who left since.
create function public.issue_figures(issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk();
  return (select jsonb_build_object('readers', count(*), 'queued', count(*) filter (where d.state = 'queued'),
      'written', count(*) filter (where d.state = 'written'), 'skipped', count(*) filter (where d.state = 'left'),
      'sent', count(*) filter (where d.state = 'written' and (o.id is null or o.state = 'sent')),
      'waiting', count(*) filter (where o.state = 'waiting'), 'failed', count(*) filter (where o.state = 'failed'),
      'left_since', count(*) filter (where s.state = 'left' and s.left_at >= i.sent_at))
    from public.newsletter_issues i join public.newsletter_deliveries d on d.issue_id = i.id
    join public.newsletter_subscribers s on s.id = d.subscriber_id
    left join public.outbox o on o.id = d.mail_id where i.id = issue_figures.issue_id);
end
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['save_issue(text, jsonb, uuid, integer)', 'test_issue(uuid)', 'send_issue(uuid, integer)',
    'stop_issue(uuid)', 'delete_issue(uuid)', 'issue_figures(uuid)']
  loop
    execute format('revoke all on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end
$$;
