// What a request comes down to: the statements to run as the caller, and how their rows become the answer.
// Actions are prepared by pure functions; only routes.ts runs them.
import type { RawRow } from '../../database/run-as-caller.ts';
import type { RestLimits } from '../limits.ts';
import type { Statement } from '../query/fragment.ts';

export interface Action {
  statements: Statement[];
  isReadOnly: boolean;
  render(rows: RawRow[][]): Response;
  /** Whether the answer is made before the transaction ends, because an error in it must undo the rest. */
  isInspected: boolean;
  /** Rolls the transaction back, although nothing went wrong. */
  isUndone: boolean;
  /** Settings of the transaction that the action asks for. */
  settings: Record<string, string>;
  /** `schema.name` of the tables a read touches; `*` when only the database knows. */
  relations: string[];
}

export interface ActionRules {
  maxRows?: number;
  allowsAggregates: boolean;
  allowsPlan: boolean;
  /** What the caller's request may cost; undefined for a caller without limits. */
  limits?: RestLimits;
}
