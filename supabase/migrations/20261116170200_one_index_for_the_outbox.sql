-- outbox_by_state begins with the state and is in the same order: whoever reads the failed ones is served by it.
drop index public.outbox_failed;
