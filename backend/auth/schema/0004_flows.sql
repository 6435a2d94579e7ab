-- What is under way: codes that were sent, sign-ins that wait for a provider, and when each address was last written to.
create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  -- Keyed hashes of the link's token and of the short code: neither can be had from the table.
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp without time zone not null default now(),
  updated_at timestamp without time zone not null default now(),
  code_hash text not null,
  expires_at timestamptz not null,
  failed_attempts integer not null default 0
);

create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);

create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

create table auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);

create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

-- One row per address and purpose, for known and unknown addresses alike: the gap between two messages must not reveal
-- whether an account exists.
create table auth.message_gaps (
  address_hash text not null,
  purpose text not null,
  sent_at timestamptz not null,
  primary key (address_hash, purpose)
);

create index message_gaps_sent_at_idx on auth.message_gaps (sent_at);

alter table auth.one_time_tokens enable row level security;
alter table auth.oauth_client_states enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.message_gaps enable row level security;
