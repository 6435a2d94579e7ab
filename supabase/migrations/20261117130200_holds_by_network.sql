-- A puzzle costs a tenth of a second: a proof alone does not keep one machine from holding every place of the studio. Guests
-- of one network hold so many places an hour; members and the desk have limits of their own, and a place that was offered
-- to somebody on the waiting list is theirs in any case.
create function private.fail_later(reason text, sentence text, wait_s integer) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'PT429', 'hint', reason, 'details', null, 'message', format(sentence,
      case when wait_s > 90 then ceil(wait_s / 60.0) || ' minutes' else wait_s || ' seconds' end)),
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait_s::text));
end
$$;
revoke all on function private.fail_later(text, text, integer) from public, anon, authenticated;

create function private.limit_hold() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  verdict record;
begin
  if new.wait_id is not null or private.is_desk() or private.is_member() then
    return new;
  end if;
  for turn in 1 .. new.places loop
    select * into verdict from rate_limits.take_message('hold', '{}', private.client_address());
    if verdict.wait_s > 0 then
      perform private.fail_later('too_many_holds', 'Many places are held from your network already. Please try again in %s.',
        verdict.wait_s);
    end if;
  end loop;
  return new;
end
$$;
revoke all on function private.limit_hold() from public, anon, authenticated;
create trigger limit_hold before insert on public.holds for each row execute function private.limit_hold();

create or replace function private.limit_mail(kind text, payload jsonb) returns void
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
    perform private.fail_later('too_many_mails', 'Too many emails were asked for in a short time. Please try again in %s.',
      verdict.wait_s);
  end if;
end
$$;
