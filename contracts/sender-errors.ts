// Which errors of the database and its host are the sender's mistake, and how they are answered: a value that cannot be
// one (no date, no number, a character that cannot be stored), or a token that is not accepted any more.

/** Data exceptions (class 22), but for what only a query of ours can do wrong: 22012 is a division by zero. */
const BAD_VALUE = /^22(?!012)[0-9A-Z]{3}$/;
/** What the REST service says of a token that is malformed, forged or over. */
const BAD_TOKEN = /^PGRST30[123]$/;

/** The status that says so; undefined for a fault of ours. */
export function senderStatusOf(error: unknown): 400 | 401 | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (BAD_VALUE.test(code)) return 400;
  return BAD_TOKEN.test(code) ? 401 : undefined;
}
