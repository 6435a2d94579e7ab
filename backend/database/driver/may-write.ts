// Whether a statement may change anything, judged by its text. What is not plainly a read counts as a write: a read that
// is taken for one costs two round trips, the opposite could leave a write behind an answer that denies it.

const READ = /^\s*(?:select|with|show|values|table|explain)\b/i;
const CHANGES =
  /\b(?:insert|update|delete|merge|into|call|nextval|setval|set_config|lo_\w+|pg_\w*(?:notify|lock\w*|backend|wal|slot|message|file|config|conf|reset\w*)\w*)\b/i;
/** Our own functions are always named with their schema. */
const OWN_FUNCTION = /\b(?!pg_catalog\.)[a-z_]\w*\.[a-z_]\w*\s*\(/i;
/** These cannot run in a transaction, or are about transactions. */
const OUTSIDE =
  /^\s*(?:begin|start|commit|end|rollback|abort|savepoint|release|set|reset|discard|listen|unlisten|vacuum|checkpoint|cluster|reindex|load|copy|alter\s+system|(?:create|drop|alter)\s+database|(?:create|drop)\s+(?:unique\s+)?index\s+concurrently|create_replication_slot)\b/i;

const MAX_KNOWN = 2000;
const known = new Map<string, boolean>();

export function mayWrite(text: string): boolean {
  const found = known.get(text);
  if (found !== undefined) return found;
  const isRead = READ.test(text) && !CHANGES.test(text) && !OWN_FUNCTION.test(text);
  const result = !isRead && !OUTSIDE.test(text);
  if (known.size < MAX_KNOWN) known.set(text, result);
  return result;
}
