// Names of HTTP status codes, as the standard library's http/status.ts and http/http_status.ts give them.
import { STATUS_CODES } from 'node:http';

/** "Not Found" -> NotFound, "I'm a Teapot" -> ImATeapot */
const identifierOf = (text: string) =>
  text
    .replaceAll("'", '')
    .split(/[ -]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
const known = Object.entries(STATUS_CODES).map(([code, text = '']) => [Number(code), text] as const);

export const STATUS_CODE = Object.fromEntries(known.map(([code, text]) => [identifierOf(text), code]));
/** The older name. */
export const Status = { ...STATUS_CODE };
export const STATUS_TEXT = Object.fromEntries(known);
