import { expect, it } from 'vitest';
import { findComplaint } from './postmaster.ts';

it('names what ended the server, not the connections that it did not take meanwhile', () => {
  const log = `2026-11-16 10:25:30 UTC [1] FATAL:  the database system is starting up
2026-11-16 10:25:30 UTC [2] FATAL:  recovery ended before configured recovery target was reached
2026-11-16 10:25:30 UTC [3] FATAL:  the database system is in recovery mode
2026-11-16 10:25:30 UTC [4] LOG:  shutting down due to startup process failure
`;
  expect(findComplaint(log)).toBe('recovery ended before configured recovery target was reached');
  expect(findComplaint('LOG:  one\nFATAL:  the database system is starting up\n')).toBe(
    'the database system is starting up',
  );
  expect(findComplaint('')).toBe('no reason given');
});
