-- The places of one booking are read back in the order in which they were named: by the clock, because within one
-- transaction now() is the same for all of them, and their random ids would shuffle them.
alter table public.bookings alter column created_at set default clock_timestamp();
