-- How many mails visitors and members may cause. Asked wherever a mail is planned, so that no function is forgotten; the
-- figures are the host's (rate_limits.message_limits), shared with the codes and links of accounts.

-- Who asks, as the host knows it. On a hosted Supabase the gateway writes the same header.
create function private.client_address() returns text language plpgsql stable set search_path = '' as $$
begin
  return btrim(split_part(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1));
exception when others then
  return null;
end
$$;
revoke all on function private.client_address() from public, anon, authenticated;

-- Counts one mail that somebody outside the studio causes. Not asked: what follows from what others do (offers, reminders,
-- receipts, cancellations) and what the desk does. An order of a pass or a voucher takes nothing that is scarce, so it counts
-- among all mails; one about a place counts by whom it reaches and who asks.
create function private.limit_mail(kind text, payload jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient text;
  medium text := 'email';
  verdict record;
begin
  if kind not in ('mail.confirmation', 'mail.changed', 'mail.waiting', 'mail.newsletter_confirm')
    or kind <> 'mail.newsletter_confirm' and private.is_desk() then
    return;
  end if;
  if kind = 'mail.waiting' then
    select w.email into recipient from public.wait_entries w where w.id = (payload ->> 'wait_id')::bigint;
  elsif kind = 'mail.newsletter_confirm' then
    select s.email into recipient from public.newsletter_subscribers s where s.id = (payload ->> 'subscriber_id')::uuid;
  else
    select o.buyer_email, case when o.kind in ('pass', 'voucher') then 'email' else 'order' end into recipient, medium
    from public.orders o where o.id = (payload ->> 'order_id')::uuid;
  end if;
  select * into verdict from rate_limits.take_message(medium, array[recipient], private.client_address(), auth.uid());
  if verdict.wait_s > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object('code', 'PT429', 'hint', 'too_many_mails', 'details', null, 'message',
        format('Too many emails were asked for in a short time. Please try again in %s.',
          case when verdict.wait_s > 90 then ceil(verdict.wait_s / 60.0) || ' minutes' else verdict.wait_s || ' seconds' end)),
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', verdict.wait_s::text));
  end if;
end
$$;
revoke all on function private.limit_mail(text, jsonb) from public, anon, authenticated;

create or replace function private.add_job(kind text, payload jsonb, at timestamptz default now(), key text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.jobs (kind, payload, run_at, key) values (add_job.kind, add_job.payload, add_job.at, add_job.key)
  on conflict on constraint jobs_key_key do nothing;
  if found then
    perform private.limit_mail(add_job.kind, add_job.payload);
  end if;
  perform pg_notify('onda_jobs', '');
end
$$;
