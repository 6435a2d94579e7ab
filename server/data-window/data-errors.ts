// What the owner reads when the database, or this page, does not do what was asked.
import { ApiError } from '../http-kit/api-error.ts';

export const dataErrors = {
  hosted: () =>
    new ApiError(409, 'data_hosted', 'The backend is hosted elsewhere: its tables are in its own dashboard.'),
  loginDenied: () =>
    new ApiError(
      409,
      'data_login_denied',
      'The login of DATABASE_URL may not create the login that this page needs. It takes a superuser and PostgreSQL 16.',
    ),
  noSecondFactor: () =>
    new ApiError(
      403,
      'second_factor_required',
      'Set up a second factor on the page Security, then open this page again.',
    ),
  staleSecondFactor: () =>
    new ApiError(403, 'second_factor_stale', 'Confirm your second factor again to continue.'),
  cancelled: () =>
    new ApiError(
      408,
      'statement_cancelled',
      'The statement was cancelled: it took longer than 5 seconds, or you stopped it.',
    ),
  tooMany: () =>
    new ApiError(429, 'too_many_statements', 'Too many statements are running. Try again in a moment.'),
  tooLarge: () =>
    new ApiError(400, 'result_too_large', 'The result is larger than 8 MB. Select fewer columns or rows.'),
  noCopy: () => new ApiError(400, 'copy_not_offered', 'COPY is not offered here.'),
  failed: (reason: string) =>
    new ApiError(400, 'statement_failed', `The database answered: ${reason}`, {
      name: 'statement_failed',
      values: { reason },
    }),
  noTable: () => new ApiError(404, 'table_not_found', 'This table no longer exists.'),
  noColumn: (column: string) =>
    new ApiError(400, 'column_not_usable', `The column ${column} cannot be used here.`, {
      name: 'column_not_usable',
      values: { column },
    }),
  noKey: () =>
    new ApiError(409, 'no_primary_key', 'This table has no primary key. Change its rows with SQL.'),
  nothingToChange: () => new ApiError(400, 'nothing_to_change', 'Nothing was changed.'),
  rowGone: () =>
    new ApiError(
      409,
      'row_not_changed',
      'The row was not changed: it no longer exists, or the chosen person may not change it.',
    ),
  noPerson: () => new ApiError(404, 'person_not_found', 'This person no longer exists.'),
};
