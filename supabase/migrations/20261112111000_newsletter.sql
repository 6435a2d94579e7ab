-- The letter from the studio: nobody gets it who did not confirm, and one press ends it.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'left')),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  left_at timestamptz
);
create table private.newsletter_links (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  token text not null unique
);
alter table public.newsletter_subscribers enable row level security;
alter table private.newsletter_links enable row level security;
revoke all on public.newsletter_subscribers from anon, authenticated;
grant select on public.newsletter_subscribers to authenticated;
grant all on public.newsletter_subscribers to service_role;
create policy "staff read subscribers" on public.newsletter_subscribers for select to authenticated using ((select public.is_staff()));

-- Called by the site after the human check. Says the same whether the address was known or not; writes at most once an hour.
create function public.newsletter_ask(email text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address text := lower(btrim(coalesce(newsletter_ask.email, '')));
  known public.newsletter_subscribers;
  may_write boolean := true;
begin
  if not private.is_trusted() then
    raise exception 'Only the site itself may do this.' using errcode = '42501';
  end if;
  perform private.check_email(address);
  insert into public.newsletter_subscribers (email) values (address) on conflict (email) do nothing returning * into known;
  if known.id is null then
    select * into known from public.newsletter_subscribers s where s.email = address for update;
    may_write := known.state <> 'confirmed' and known.asked_at < now() - interval '1 hour';
    if may_write or known.state = 'left' then
      update public.newsletter_subscribers s set state = 'pending', asked_at = now() where s.id = known.id;
    end if;
  else
    insert into private.newsletter_links (subscriber_id, token) values (known.id, private.new_token());
  end if;
  if may_write then
    perform private.add_job('mail.newsletter_confirm', jsonb_build_object('subscriber_id', known.id));
  end if;
end
$$;

create function public.newsletter_status(link text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', s.email, 'state', s.state)
  from public.newsletter_subscribers s join private.newsletter_links l on l.subscriber_id = s.id where l.token = link
$$;
create function public.newsletter_confirm(link text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.newsletter_subscribers s set state = 'confirmed', confirmed_at = now(), left_at = null
  from private.newsletter_links l where l.subscriber_id = s.id and l.token = link and s.state <> 'confirmed';
  return public.newsletter_status(link);
end
$$;
create function public.newsletter_leave(link text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.newsletter_subscribers s set state = 'left', left_at = now()
  from private.newsletter_links l where l.subscriber_id = s.id and l.token = link and s.state <> 'left';
  return public.newsletter_status(link);
end
$$;
create function public.newsletter_send(subject text, body text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  told integer := 0;
  reader uuid;
  letter uuid := gen_random_uuid();
begin
  perform private.require_desk();
  if length(btrim(coalesce(subject, ''))) not between 1 and 150 or length(btrim(coalesce(body, ''))) not between 1 and 20000 then
    perform private.fail(422, 'bad_letter', 'A subject and a few words, please.');
  end if;
  for reader in select id from public.newsletter_subscribers where state = 'confirmed' loop
    perform private.add_job('mail.newsletter', jsonb_build_object('subscriber_id', reader, 'subject', btrim(subject), 'body', btrim(body)),
      key => format('newsletter %s %s', letter, reader));
    told := told + 1;
  end loop;
  perform private.note('sent the newsletter', details => jsonb_build_object('subject', subject, 'readers', told));
  return told;
end
$$;
revoke all on function public.newsletter_ask(text), public.newsletter_status(text), public.newsletter_confirm(text),
  public.newsletter_leave(text), public.newsletter_send(text, text) from public, anon, authenticated;
grant execute on function public.newsletter_ask(text), public.newsletter_status(text), public.newsletter_confirm(text),
  public.newsletter_leave(text), public.newsletter_send(text, text) to service_role;
grant execute on function public.newsletter_status(text), public.newsletter_confirm(text), public.newsletter_leave(text)
  to anon, authenticated;
grant execute on function public.newsletter_send(text, text) to authenticated;
