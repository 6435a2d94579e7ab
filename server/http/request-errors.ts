// What is answered to a request that cannot be taken as it came, before any route has seen it.
import { ApiError } from '../http-kit/api-error.ts';

const BUSY_RETRY_S = 30;

export const requestErrors = {
  tooLarge: (maxBytes: number) =>
    new ApiError(
      413,
      'too_large',
      `This is too large: at most ${formatSize(maxBytes)} can be sent at once. Make it shorter and send it again.`,
      { name: 'larger_than', values: { size: formatSize(maxBytes) } },
    ),
  tooManyFields: (maxFields: number) =>
    new ApiError(413, 'too_many_fields', `A form can have at most ${maxFields} fields.`, {
      values: { max: maxFields },
    }),
  tooManyValues: (maxValues: number) =>
    new ApiError(413, 'too_many_values', `The JSON can have at most ${maxValues} values.`, {
      values: { max: maxValues },
    }),
  tooDeep: (maxDepth: number) =>
    new ApiError(400, 'too_deep', `The JSON is nested more than ${maxDepth} levels deep.`, {
      values: { max: maxDepth },
    }),
  compressed: () =>
    new ApiError(
      415,
      'compressed_body',
      'Compressed requests are not accepted. Send it without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    ),
  tooSlow: () =>
    new ApiError(
      408,
      'too_slow',
      'The request arrived too slowly. Check your connection and send it again.',
      { headers: { connection: 'close' } },
    ),
  busy: () =>
    new ApiError(
      503,
      'busy',
      'The server is receiving too much at the moment. Wait half a minute and send it again.',
      { headers: { 'retry-after': String(BUSY_RETRY_S), connection: 'close' } },
    ),
  badAddress: () =>
    new ApiError(400, 'bad_address', 'The address of this request is malformed. Check it and try again.'),
  addressTooLong: (maxCharacters: number) =>
    new ApiError(
      414,
      'address_too_long',
      `The address is longer than ${maxCharacters} characters. Use a shorter one.`,
      { values: { max: maxCharacters } },
    ),
  malformed: () =>
    new ApiError(400, 'malformed_request', 'The request is malformed. Check its headers and send it again.', {
      headers: { connection: 'close' },
    }),
  badHost: () =>
    new ApiError(400, 'bad_host', 'The Host header is missing, malformed or comes twice.', {
      headers: { connection: 'close' },
    }),
};

function formatSize(bytes: number): string {
  const kilobytes = Math.round(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} kB` : `${Math.floor(bytes / 1_000_000)} MB`;
}
