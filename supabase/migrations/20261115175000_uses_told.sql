-- Whether a picture may be seen hangs on where it is used: pages that asked are told of that, too.
create trigger content_changed after insert or update or delete or truncate on public.media_uses
  for each statement execute function private.notify_content();
