-- What a person may do with what the studio knows about them: download it, and delete the account.

-- Everything that is stored about who calls, as one document. Codes, keys and hashes are nobody's data.
create function private.account_data() returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := private.current_user_id();
  my_email text;
  home uuid;
  passkeys jsonb := '[]';
begin
  if me is null or not private.is_proven() then
    raise exception 'Sign in with your second factor first.' using errcode = '42501', hint = 'sign_in',
      detail = '{"message_name":"sign_in_with_second_factor"}';
  end if;
  select email into my_email from auth.users where id = me;
  select household_id into home from public.guardians where user_id = me;
  -- Not every backend has passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''name'', friendly_name, ''added_at'', created_at,
      ''last_used_at'', last_used_at) order by created_at), ''[]'') from auth.webauthn_credentials where user_id = $1'
    into passkeys using me;
  end if;
  return jsonb_build_object(
    'made_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at, 'provided_by_you', u.raw_user_meta_data)
      from auth.users u where u.id = me
    ),
    'profile', (select to_jsonb(p) - 'user_id' from public.profiles p where p.user_id = me),
    'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from public.roles r where r.user_id = me),
    'sign_in_methods', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'provided_by_it', i.identity_data,
        'last_used_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = me
    ),
    'passkeys', passkeys,
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('name', f.friendly_name, 'kind', f.factor_type, 'phone', f.phone,
        'added_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = me and f.status = 'verified'
    ),
    'signed_in_on', (
      select coalesce(jsonb_agg(jsonb_build_object('device', s.user_agent, 'address', host(s.ip), 'since', s.created_at,
        'last_used_at', s.refreshed_at) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = me
    ),
    'what_happened', (
      select coalesce(jsonb_agg(jsonb_build_object('what', a.payload ->> 'action', 'at', a.created_at,
        'address', a.ip_address) order by a.created_at), '[]')
      from auth.audit_log_entries a where a.payload ->> 'actor_id' = me::text
    ),
    'family', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'household_id' - 'user_id' - 'is_demo' order by p.created_at), '[]')
      from public.participants p where p.household_id = home
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c
      where c.user_id = me or c.participant_id in (select p.id from public.participants p where p.household_id = home)
    ),
    'orders', (
      select coalesce(jsonb_agg((to_jsonb(o) - 'user_id' - 'is_demo') || jsonb_build_object(
        'bookings', (
          select coalesce(jsonb_agg((to_jsonb(b) - 'order_id' - 'pool_id') || jsonb_build_object(
            'for', (select f.title from public.sessions s join public.offerings f on f.id = s.offering_id
              where s.pool_id = b.pool_id limit 1),
            'attendance', (select coalesce(jsonb_agg(jsonb_build_object('at', s.starts_at, 'mark', t.mark)
              order by s.starts_at), '[]') from public.attendance t join public.sessions s on s.id = t.session_id
              where t.booking_id = b.id)) order by b.created_at), '[]')
          from public.bookings b where b.order_id = o.id
        ),
        'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'order_id' - 'recorded_by' order by y.received_at), '[]')
          from public.payments y where y.order_id = o.id),
        'refunds', (select coalesce(jsonb_agg(to_jsonb(y) - 'order_id' order by y.created_at), '[]')
          from public.refunds y where y.order_id = o.id),
        'receipts', (select coalesce(jsonb_agg(jsonb_build_object('number', private.receipt_number(y.number),
          'issued_at', y.issued_at, 'content', y.content) order by y.number), '[]')
          from public.receipts y where y.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.orders o where o.user_id = me
    ),
    'waiting_lists', (
      select coalesce(jsonb_agg(to_jsonb(w) - 'user_id' - 'is_demo' order by w.joined_at), '[]')
      from public.waitlist_entries w where w.user_id = me
    ),
    'passes', (
      select coalesce(jsonb_agg((to_jsonb(p) - 'user_id') || jsonb_build_object('entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'pass_id' order by e.id), '[]') from public.pass_entries e
        where e.pass_id = p.id)) order by p.created_at), '[]')
      from public.passes p where p.user_id = me
    ),
    'vouchers', (
      select coalesce(jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'voucher_id' order by e.id), '[]') from public.voucher_entries e
        where e.voucher_id = v.id)) order by v.created_at), '[]')
      from public.vouchers v where v.user_id = me
    ),
    -- Without their text: emails contain codes.
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('about', m.subject, 'to', m.to_address, 'at', m.created_at)
        order by m.created_at), '[]')
      from public.outbox m where m.user_id = me
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'is_demo' order by m.received_at), '[]')
      from public.contact_messages m where lower(m.email) = lower(my_email)
    )
  );
end
$$;

create function private.data_without_radio() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.account_data() || jsonb_build_object('newsletter', (
    select to_jsonb(s) - 'id' from public.newsletter_subscribers s join auth.users u on lower(u.email) = s.email
    where u.id = (select private.current_user_id())
  ))
$$;

create function public.my_data() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select private.data_without_radio() || pg_catalog.jsonb_build_object('radio', pg_catalog.jsonb_build_object(
    'chat_messages', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('at', m.sent_at, 'as', m.name, 'text', m.body,
        'is_removed', m.removed_at is not null) order by m.sent_at), '[]')
      from public.radio_chat_messages m where m.user_id = (select private.current_user_id())
    ),
    'live', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('from', s.started_at, 'until', s.ended_at,
        'client', s.client) order by s.started_at), '[]')
      from public.radio_live_sessions s where s.user_id = (select private.current_user_id())
    )
  ))
$$;
comment on function public.my_data is
  'Everything that is stored about the caller, as one document; codes, keys and hashes are left out.';

-- Why an account cannot go yet, as a reason and a sentence; null when it can. A refund that failed is owed like any other.
create function private.account_obstacle(me uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.roles where user_id = me and role = 'owner')
    and not exists (select from public.roles where user_id <> me and role = 'owner') then
    return jsonb_build_object('reason', 'last_owner',
      'sentence', 'A studio needs at least one owner. Make someone else an owner first.');
  elsif exists (
    select from public.bookings b join public.orders o on o.id = b.order_id
    where o.user_id = me and b.state in ('pending', 'seated') and exists (
      select from public.sessions s where s.pool_id = b.pool_id and s.status = 'planned' and s.ends_at > now()
    )
  ) then
    return jsonb_build_object('reason', 'bookings_to_come',
      'sentence', 'You have upcoming bookings. Cancel them first.');
  elsif exists (
    select from public.orders o where o.user_id = me and o.state = 'confirmed' and o.total_cents > private.paid_cents(o.id)
  ) then
    return jsonb_build_object('reason', 'unpaid', 'sentence', 'You have an unpaid order. Pay it or ask the studio first.');
  elsif exists (
    select from public.refunds r join public.orders o on o.id = r.order_id where o.user_id = me and r.state <> 'done'
  ) then
    return jsonb_build_object('reason', 'refund_due',
      'sentence', 'The studio still owes you a refund. Wait for it, or contact us.');
  end if;
  return null;
end
$$;

create function public.can_delete_my_account() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(private.account_obstacle(private.current_user_id()), '{}')
$$;
comment on function public.can_delete_my_account is 'Why the caller''s account cannot be deleted yet, or null.';

-- Takes the account of who calls away, and what is known of the person with it. What the books need stays: the number,
-- date, amount and name of an order. The word must be typed, so that it does not happen by mistake or by another site.
create function private.delete_account(typed text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := private.current_user_id();
  my_email text;
  my_phone text;
  home uuid;
  obstacle jsonb;
  link text;
begin
  if me is null or not private.is_proven() then
    raise exception 'Sign in with your second factor first.' using errcode = '42501', hint = 'sign_in',
      detail = '{"message_name":"sign_in_with_second_factor"}';
  elsif lower(btrim(coalesce(typed, ''))) <> 'delete' then
    -- The word of the API, which the sentence quotes in every language; pages ask for the word of theirs.
    perform private.fail(422, 'not_confirmed', format('Type the word "%s" to continue.', 'delete'),
      jsonb_build_object('message_name', 'type_delete', 'values', jsonb_build_object('word', 'delete')));
  end if;
  -- Pools before everything else, as in every function.
  perform private.lock_pool(p.pool_id) from (
    select w.pool_id from public.waitlist_entries w where w.user_id = me and w.state in ('waiting', 'offered')
    union select h.pool_id from public.holds h where h.user_id = me and h.state = 'live' order by 1) p;
  -- Two owners must not leave at the same moment, nor one person twice.
  perform pg_advisory_xact_lock(hashtext('onda owners'));
  select email, phone into my_email, my_phone from auth.users where id = me for update;
  if not found then
    return;
  end if;
  obstacle := private.account_obstacle(me);
  if obstacle is not null then
    perform private.fail(409, obstacle ->> 'reason', obstacle ->> 'sentence');
  end if;

  for link in select l.token from public.waitlist_entries w join private.waitlist_links l on l.waitlist_entry_id = w.id
    where w.user_id = me and w.state in ('waiting', 'offered') order by w.pool_id
  loop
    perform public.leave_waitlist(link);
  end loop;
  for link in select l.token from public.holds h join private.hold_links l on l.hold_id = h.id
    where h.user_id = me and h.state = 'live' order by h.pool_id
  loop
    perform public.release_hold(link);
  end loop;

  select household_id into home from public.guardians where user_id = me
    and not exists (select from public.guardians g where g.household_id = guardians.household_id and g.user_id <> me);
  update public.bookings set name = 'removed', born_on = null, note = '', answers = '{}'
  where order_id in (select id from public.orders where user_id = me)
    or participant_id in (select p.id from public.participants p where p.household_id = home or p.user_id = me);
  update public.attendance set note = '' where booking_id in (
    select b.id from public.bookings b join public.orders o on o.id = b.order_id where o.user_id = me
  );
  -- Whatever was still to be written to them goes nowhere.
  delete from private.jobs where kind like 'mail.%' and (
    payload ->> 'order_id' in (select id::text from public.orders where user_id = me)
    or payload ->> 'waitlist_entry_id' in (select id::text from public.waitlist_entries where user_id = me)
  );
  update public.orders set buyer_email = 'removed@invalid', buyer_phone = '' where user_id = me;
  update public.waitlist_entries set name = 'removed', email = 'removed@invalid', phone = '' where user_id = me;
  update public.passes set email = 'removed@invalid' where user_id = me;
  update public.vouchers set email = 'removed@invalid' where user_id = me;
  delete from public.outbox where user_id = me or to_address = my_email or to_address = my_phone;
  delete from public.contact_messages where lower(email) = lower(my_email);
  delete from public.participants where user_id = me;
  delete from public.households where id = home;
  update auth.audit_log_entries
  set payload = (payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
  where payload ->> 'actor_id' = me::text;
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object('action', 'user_deleted', 'log_type', 'team', 'actor_id', me, 'actor_username', ''), now(), '');
  delete from auth.users where id = me;
end
$$;

-- Takes the account of who calls away, and what is known of the person with it. What the books need stays: the number,
-- date, amount and name of an order. The word must be typed, so that it does not happen by mistake or by another site.
create function public.delete_my_account(typed text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  address text := (select lower(email) from auth.users where id = (select private.current_user_id()));
begin
  -- Fails by an exception that undoes only itself: what follows happens only when the account is deleted.
  perform private.delete_account(typed);
  delete from public.newsletter_subscribers s where s.email = address;
end
$$;
comment on function public.delete_my_account is
  'Deletes the caller''s account and personal data; orders stay with number, date, amount and name, because the accounts need them.';

-- ---------- rights ----------
revoke all on function public.my_data, public.can_delete_my_account, public.delete_my_account from public, anon, authenticated;
grant execute on function public.my_data, public.can_delete_my_account, public.delete_my_account to authenticated, service_role;
grant execute on function private.account_data, private.data_without_radio, private.delete_account to service_role;
