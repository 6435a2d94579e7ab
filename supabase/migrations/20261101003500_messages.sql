-- Sentences of the product that the owner worded anew. The server reads and checks them (server/language/overrides.ts).

create table private.message_overrides (
  language text not null check (language ~ '^[a-z]{2,3}$'),
  key text not null check (length(key) between 3 and 160),
  sentence text not null check (length(sentence) between 1 and 4000),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (language, key)
);
comment on table private.message_overrides is
  'Sentences of the product in the owner''s own words, by language and key, instead of those of the catalogues.';
alter table private.message_overrides enable row level security;

create trigger content_changed after insert or update or delete or truncate on private.message_overrides
  for each statement execute function private.notify_content();
