-- Whoever writes a row calls it, also the service role, which does not come into the private schema by itself.
alter function private.refuse_bad_birthday() security definer;
