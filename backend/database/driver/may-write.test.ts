import { expect, it } from 'vitest';
import { mayWrite } from './may-write.ts';

it.each([
  ['select 1', false],
  ['  SELECT id from public.classes where slug = $1', false],
  ['with found as (select 1) select * from found', false],
  ['select not pg_catalog.pg_is_in_recovery()', false],
  ['insert into notes values ($1)', true],
  ['with gone as (delete from notes returning id) select * from gone', true],
  ['select private.take_job($1)', true],
  ["select nextval('notes_id_seq')", true],
  ['select pg_catalog.pg_notify($1, $2)', true],
  ["select set_config('role', 'anon', true)", true],
  ['call private.tidy()', true],
  ['vacuum notes', false],
  ['begin', false],
])('%s', (text, expected) => {
  expect(mayWrite(text)).toBe(expected);
});
