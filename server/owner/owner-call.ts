import type { Person } from '#contracts/visitor.ts';

/** What a handler of the owner's routes gets. */
export interface OwnerCall {
  request: Request;
  /** The part of the address that names something, e.g. a backup. */
  id: string;
  person: Person;
}
