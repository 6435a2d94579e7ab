// The policy of an upload by form: what its signer allows, until when. Pure.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
import { isJsonObject } from '#contracts/json-object.ts';
import { s3Errors } from './s3-errors.ts';

export interface AllowedBytes {
  min: number;
  max: number;
}

/** Fields that need no condition: the policy cannot hold itself or its signature, and the file is told by its size. */
const EXEMPT = new Set(['policy', 'x-amz-signature', 'file']);

/**
 * Throws unless the policy is valid now and every field meets a condition of it: a field that the signer did not name
 * would be steered by the sender of the form. Gives the sizes that the file may have.
 */
export function checkPolicy(encoded: string, fields: ReadonlyMap<string, string>, now: Date): AllowedBytes {
  const { expiration, conditions } = parsePolicy(encoded);
  const expiresMs = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
  if (!Number.isFinite(expiresMs) || !Array.isArray(conditions)) throw s3Errors.badPolicy();
  if (expiresMs <= now.getTime()) throw s3Errors.policyFailed('Policy expired.');
  const covered = new Set<string>();
  const bytes = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const condition of conditions.flatMap(readCondition)) {
    const { operator, name, value } = condition;
    if (operator === 'content-length-range') {
      bytes.min = Math.max(bytes.min, Number(name));
      bytes.max = Math.min(bytes.max, Number(value));
      continue;
    }
    const given = fields.get(name);
    if (given === undefined || !(operator === 'eq' ? given === value : given.startsWith(value)))
      throw s3Errors.policyFailed(`Policy Condition failed: ["${operator}", "$${name}", "${value}"]`);
    covered.add(name);
  }
  const extra = [...fields.keys()].filter(
    (name) => !covered.has(name) && !EXEMPT.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw s3Errors.policyFailed(`Extra input fields: ${extra.join(', ')}`);
  return bytes;
}

function parsePolicy(encoded: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    if (isJsonObject(value)) return value;
  } catch {
    // Answered below like any other text that is no policy.
  }
  throw s3Errors.badPolicy();
}

interface Condition {
  operator: 'eq' | 'starts-with' | 'content-length-range';
  name: string;
  value: string;
}

/** `{"acl": "private"}`, `["starts-with", "$key", "user/"]` or `["content-length-range", 1, 1000]`. */
function readCondition(condition: unknown): Condition[] {
  if (isJsonObject(condition)) {
    return Object.entries(condition).map(([name, value]) => {
      if (typeof value !== 'string') throw s3Errors.badPolicy();
      return { operator: 'eq', name: name.toLowerCase(), value };
    });
  }
  const [operator, name, value] = Array.isArray(condition) ? condition.map(String) : [];
  if (name === undefined || value === undefined) throw s3Errors.badPolicy();
  if (operator === 'content-length-range' && /^\d{1,15}$/.test(name) && /^\d{1,15}$/.test(value))
    return [{ operator, name, value }];
  if ((operator === 'eq' || operator === 'starts-with') && name.startsWith('$'))
    return [{ operator, name: name.slice(1).toLowerCase(), value }];
  throw s3Errors.badPolicy();
}
