-- The places of one booking keep the order in which they were named: by the clock, because within one transaction the
-- time of all of them is the same.
alter table public.bookings alter column created_at set default clock_timestamp();
