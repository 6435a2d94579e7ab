-- Addresses that look alike are one: invisible characters (zero-width, soft hyphen, marks of direction) made another reader,
-- another buyer and another person on the waiting list of the same mailbox.
create or replace function private.is_email(given text) returns boolean language sql immutable set search_path = '' as $$
  select given ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$' and length(given) <= 254
    and given !~ '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff]'
$$;
