-- Wrong codes, counted per account and per network that the account is used from, for known and unknown addresses alike.
-- A wrong code never ends the right one: a stranger uses up the tries of strangers, not those of the owner.
create table auth.code_guesses (
  account_hash text not null,
  -- A network that asked for the code or proved itself there before; empty for all others together.
  network_hash text not null,
  wrong_count real not null,
  updated_at timestamptz not null,
  primary key (account_hash, network_hash)
);

create index code_guesses_updated_at_idx on auth.code_guesses (updated_at);

alter table auth.code_guesses enable row level security;

alter table auth.one_time_tokens drop column failed_attempts;
