// How uploads are served so that no browser runs them on our origin: types without scripts are shown inline, the rest
// are attachments, and all of it is sandboxed in case it is opened as a document.
import { formatContentType, parseContentType } from './content-type.ts';

/** For every response that is not one of our pages. Styles and images of an SVG still work where a page embeds it. */
const INERT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";

const BYTES = 'application/octet-stream';
const TEXT = 'text/plain;charset=utf-8';

// No script, no plug-in and no automatic redirect.
const INLINE_TYPES = new Set([
  'text/plain',
  ...names('image', 'apng avif bmp gif heic heif jpeg jxl png tiff vnd.microsoft.icon webp x-icon'),
  ...names(
    'audio',
    '3gpp aac aacp basic flac midi mp3 mp4 mpeg ogg opus vnd.wave wav wave webm x-aac x-aiff x-flac x-m4a x-wav',
  ),
  ...names('video', '3gpp mp2t mp4 mpeg ogg quicktime webm x-m4v x-matroska x-msvideo'),
]);
const PDF = 'application/pdf';
// Browsers obey the headers inside these: a cookie, another type.
export const ENVELOPE_TYPE = /^(multipart|message)\//;
// Under nosniff a browser runs scripts of these types only, whichever page includes them.
const SCRIPT = /^(text|application)\/(x-)?(java|ecma|live|j|vb)script[\d.]*$/;

// A page of ours that was tricked into loading such bytes as a script or style: its policy trusts our origin.
const PROGRAM = /^(script|style|worker|sharedworker|serviceworker|audioworklet|paintworklet|xslt)$/;

export function isLoadedAsProgram(headers: Headers): boolean {
  return PROGRAM.test(headers.get('sec-fetch-dest') ?? '') && headers.get('sec-fetch-site') === 'same-origin';
}

function names(type: string, subtypes: string): string[] {
  return subtypes.split(' ').map((subtype) => `${type}/${subtype}`);
}

export interface InertAnswer {
  contentType: string;
  /** Otherwise it is an attachment. */
  isInline: boolean;
  policy: string | undefined;
}

/**
 * `isStorageOrigin`: only uploads are served from this origin. PDF viewers do not work in a sandbox and have
 * had script holes of their own, so PDFs open only there.
 */
export function inertAnswer(storedType: unknown, { isStorageOrigin = false } = {}): InertAnswer {
  const attachment = (contentType: string) => ({ contentType, isInline: false, policy: INERT_POLICY });
  const parsed = parseContentType(storedType);
  if (!parsed || ENVELOPE_TYPE.test(parsed.essence)) return attachment(BYTES);
  if (SCRIPT.test(parsed.essence)) return attachment(TEXT);
  const contentType = formatContentType(parsed);
  if (parsed.essence === PDF && isStorageOrigin) return { contentType, isInline: true, policy: undefined };
  if (INLINE_TYPES.has(parsed.essence)) return { contentType, isInline: true, policy: INERT_POLICY };
  return attachment(contentType);
}
