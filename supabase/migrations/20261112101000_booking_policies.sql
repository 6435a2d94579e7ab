-- Who reads what of the business, and who may call which function. Nobody writes these tables but the functions.
do $$
declare
  name text;
begin
  foreach name in array array['orders', 'wait_entries', 'holds', 'pass_types', 'passes', 'bookings', 'pass_entries', 'vouchers',
    'voucher_entries', 'payments', 'refunds', 'timeline', 'attendance', 'session_notes']
  loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select on public.%I to authenticated', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
end
$$;
grant select on public.pass_types to anon;

create function private.owns_order(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders where id = wanted and user_id = auth.uid())
$$;

create policy "buyers and staff read orders" on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "buyers, guardians, their teachers and staff read bookings" on public.bookings for select to authenticated
  using (
    private.owns_order(order_id)
    or (select public.is_staff())
    or private.teaches_pool(pool_id)
    or exists (select from public.participants p where p.id = participant_id and private.is_guardian_of(p.household_id))
  );
create policy "people read their own holds, staff all" on public.holds for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "people read their own place in the queue, staff all" on public.wait_entries for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "everyone reads what passes there are" on public.pass_types for select using (is_sold);
create policy "staff read all pass types" on public.pass_types for select to authenticated using ((select public.is_staff()));
create policy "owners and staff read passes" on public.passes for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "owners and staff read pass entries" on public.pass_entries for select to authenticated
  using (exists (select from public.passes p where p.id = pass_id));
create policy "owners and staff read vouchers" on public.vouchers for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));
create policy "owners and staff read voucher entries" on public.voucher_entries for select to authenticated
  using (exists (select from public.vouchers v where v.id = voucher_id));
create policy "buyers and staff read payments" on public.payments for select to authenticated
  using (private.owns_order(order_id) or (select public.is_staff()));
create policy "buyers and staff read refunds" on public.refunds for select to authenticated
  using (private.owns_order(order_id) or (select public.is_staff()));
create policy "staff read the timeline" on public.timeline for select to authenticated using ((select public.is_staff()));
create policy "buyers, guardians, teachers and staff read attendance" on public.attendance for select to authenticated
  using (exists (select from public.bookings b where b.id = booking_id));
create policy "teachers and staff read notes" on public.session_notes for select to authenticated
  using ((select public.is_staff()) or private.teaches_session(session_id));
create policy "teachers and staff write notes" on public.session_notes for insert to authenticated
  with check (author = (select auth.uid()) and ((select public.is_staff()) or private.teaches_session(session_id)));
grant insert (session_id, author, body) on public.session_notes to authenticated;

create trigger content_changed after insert or update or delete or truncate on public.pass_types
  for each statement execute function private.notify_content();

-- Functions of public are open to everybody unless somebody closes them.
do $$
declare
  signature text;
  everybody text[] := array['join_queue(uuid, integer, jsonb, text)', 'queue_status(text)', 'accept_offer(text)', 'leave_queue(text)',
    'buy(text, jsonb, text, text, integer, text)', 'calendar_of(text)', 'calendar_exists(text)'];
  members text[] := array['move_in_queue(bigint, integer, text)', 'record_payment(uuid, integer, text, text)',
    'refund_order(uuid, integer, text)', 'complete_refund(uuid, text)', 'change_sessions(uuid, text, jsonb, text)',
    'cancel_session(uuid, text)', 'mark_attendance(uuid, jsonb)', 'message_class(uuid, text, text)', 'my_calendar_link(boolean)'];
  program text[] := array['card_payment_received(uuid, integer, text, text)', 'card_payment_failed(uuid)'];
begin
  foreach signature in array everybody || members || program loop
    execute format('revoke all on function public.%s from public, anon, authenticated', signature);
    execute format('grant execute on function public.%s to service_role', signature);
  end loop;
  foreach signature in array everybody loop
    execute format('grant execute on function public.%s to anon, authenticated', signature);
  end loop;
  foreach signature in array members loop
    execute format('grant execute on function public.%s to authenticated', signature);
  end loop;
end
$$;
