-- What the program itself writes: set-up, bot checks, page views, contact messages.
-- Only the server reaches these tables; row policies let nobody else in.
create table private.setup (
  token_hash text primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- A bot-check token counts once, and only for a few minutes after it was verified.
create table private.bot_checks (
  token_hash text primary key,
  verified_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index bot_checks_expiry on private.bot_checks (expires_at);

-- Cookieless counting: a path, a day, a number. Nothing about who.
create table public.page_views (
  day date not null,
  path text not null check (length(path) <= 300),
  views integer not null default 0 check (views >= 0),
  primary key (day, path)
);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  message text not null check (length(message) between 1 and 5000),
  received_at timestamptz not null default now(),
  answered_at timestamptz
);

alter table private.setup enable row level security;
alter table private.bot_checks enable row level security;
alter table public.page_views enable row level security;
alter table public.contact_messages enable row level security;
revoke all on public.page_views, public.contact_messages from anon, authenticated;
