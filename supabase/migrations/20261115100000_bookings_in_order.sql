-- The people of one order are read back in the order they were named: within one transaction now() is the same for all
-- of them, and their random ids would shuffle them.
alter table public.bookings alter column created_at set default clock_timestamp();
