// Words an error where it is read. An error travels as a code with values and an English message; the sentence in the
// reader's language is the message of that name under messages/<language>/errors.
import { findText, t } from './messages.ts';
import { writeValue } from './write-value.ts';

/** The files of messages/en/errors but for `auth`, whose codes mean something else in the auth service. */
export const ERROR_AREAS = [
  'common',
  'account',
  'booking',
  'radio',
  'content',
  'programme',
  'orders',
  'people',
  'teaching',
  'inbox',
  'system',
] as const;

const NAME = /^[a-z][a-z0-9_]*$/;

/** Of PostgreSQL and its REST service, where no function of ours has raised the error. */
const SQLSTATES: [RegExp, () => string][] = [
  [/^PGRST30[0-3]$/, () => t('errors.common.signed_out')],
  [/^PGRST116$/, () => t('errors.common.not_found_any_more')],
  [/^42501$/, () => t('errors.common.no_access')],
  [/^23505$/, () => t('errors.common.already_exists')],
  [/^23503$/, () => t('errors.common.still_used')],
  [/^23P01$/, () => t('errors.common.overlaps')],
  [/^(2[23]|42804)/, () => t('errors.common.value_not_allowed')],
  [/^(40001|40P01|55P03)$/, () => t('errors.common.changed_at_the_same_time')],
  [/^(57014|53\d{3}|PGRST00[0-3])$/, () => t('errors.common.database_slow')],
];
const DATABASE_CODE = /^([0-9A-Z]{5}|PGRST[0-9A-Z]{1,3})$/;

/** Of the storage service, which sends the real status in the body. */
const STORAGE_STATUSES: Record<string, () => string> = {
  403: () => t('errors.common.no_access'),
  404: () => t('errors.common.not_found_any_more'),
  409: () => t('errors.common.already_exists'),
  413: () => t('errors.common.file_too_large'),
  415: () => t('errors.common.file_type_not_allowed'),
};

interface ErrorBody {
  /** Of the API; of the database it is the SQLSTATE. */
  code?: unknown;
  /** The reason of an error that a function of the database has raised. */
  hint?: unknown;
  /** The database's: JSON with the field, the name of the message and its values. */
  details?: unknown;
  /** The name of the message where several share a code. */
  message_name?: unknown;
  values?: unknown;
  /** Of the storage service. */
  statusCode?: unknown;
}

/** The sentence for an error in the language of the page; undefined for one without a sentence of ours. */
export function errorText(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, hint, message_name: name, values, statusCode } = error as ErrorBody;
  const details = errorDetails(error);
  const isRaised = typeof hint === 'string' && NAME.test(hint);
  const text = messageText(details.message_name, details.values) ?? messageText(name, values);
  if (text !== undefined) return text;
  if (isRaised) return messageText(hint, details.values ?? values);
  if (statusCode !== undefined) return STORAGE_STATUSES[String(statusCode)]?.();
  if (typeof code !== 'string') return undefined;
  if (!DATABASE_CODE.test(code)) return messageText(code, values);
  return SQLSTATES.find(([pattern]) => pattern.test(code))?.[1]();
}

export interface ErrorDetails {
  field?: unknown;
  problems?: unknown;
  message_name?: unknown;
  values?: unknown;
}

/** What an error of the database says beside its sentence. */
export function errorDetails(error: object): ErrorDetails {
  const { details } = error as ErrorBody;
  if (typeof details !== 'string' || !details.startsWith('{')) return {};
  try {
    return JSON.parse(details);
  } catch {
    return {};
  }
}

function messageText(name: unknown, values: unknown): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name)) return undefined;
  const given = Object.entries((values ?? {}) as Record<string, unknown>);
  const written = Object.fromEntries(given.map(([key, value]) => [key, writeValue(value)]));
  for (const area of ERROR_AREAS) {
    const text = findText(`errors.${area}.${name}`, written);
    if (text !== undefined) return text;
  }
  return undefined;
}
