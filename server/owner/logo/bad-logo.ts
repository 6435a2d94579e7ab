import { ApiError } from '../../http-kit/api-error.ts';

/** The error for an uploaded logo that cannot be used. */
export function badLogo(message: string): ApiError {
  return new ApiError(422, 'bad_logo', message);
}
