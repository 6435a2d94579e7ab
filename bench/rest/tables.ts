// What the contestants serve: 10,000 rows that a row policy splits between two people, their authors, a log to insert
// into and a function to call.
export const tables = `
create table authors (id int primary key, name text not null);
insert into authors select i, 'Author ' || i from generate_series(1, 100) i;
create table items (
  id int primary key, owner uuid not null, title text not null, body text, price numeric(8,2), tags text[],
  author_id int not null references authors, created_at timestamptz not null default now()
);
create index on items (owner, id);
create index on items (author_id);
insert into items
  select i, ('00000000-0000-4000-8000-00000000000' || (1 + i % 2))::uuid, 'Item ' || i, repeat('x', 60), i * 1.5, '{a,b}', 1 + i % 100
  from generate_series(1, 10000) i;
create table log (id int generated always as identity primary key, owner uuid default auth.uid(), text text);
alter table items enable row level security;
alter table log enable row level security;
create policy own_items on items to authenticated using (owner = (select auth.uid()));
create policy own_log on log to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create function add(a int, b int) returns int language sql immutable as $$ select a + b $$;
analyze;
`;

export const person = '00000000-0000-4000-8000-000000000001';

export interface Scenario {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

export const scenarios: Scenario[] = [
  { name: 'read 20 of 10,000 rows', method: 'GET', path: '/rest/v1/items?select=*&limit=20' },
  {
    name: 'read 20 rows with authors',
    method: 'GET',
    path: '/rest/v1/items?select=id,title,authors(name)&limit=20',
  },
  { name: 'insert a row', method: 'POST', path: '/rest/v1/log', body: '{"text":"hello"}' },
  { name: 'call a function', method: 'POST', path: '/rest/v1/rpc/add', body: '{"a":1,"b":2}' },
];
