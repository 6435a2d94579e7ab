// Assertions, as the standard library's assert and testing modules give them.
import { AssertionError, deepStrictEqual, fail, notDeepStrictEqual, ok } from 'node:assert/strict';

export { AssertionError, fail };

export function assert(value: unknown, message?: string): asserts value {
  ok(value, message);
}

export function assertExists<Value>(value: Value, message?: string): asserts value is NonNullable<Value> {
  ok(value !== null && value !== undefined, message ?? 'a value was expected');
}

export const assertEquals: (actual: unknown, expected: unknown, message?: string) => void = deepStrictEqual;
export const assertNotEquals: (actual: unknown, expected: unknown, message?: string) => void =
  notDeepStrictEqual;
