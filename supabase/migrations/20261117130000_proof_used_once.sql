-- A solved challenge counts once, however its answer is written: the signature of the challenge is what is used up.
alter table private.bot_checks add column challenge_hash text;
create unique index bot_checks_challenge on private.bot_checks (challenge_hash);
comment on column private.bot_checks.challenge_hash is
  'SHA-256 of the challenge''s signature, or of the Turnstile token. Null: a token that the site itself issued.';
