// Reads Accept and chooses the form of the answer: JSON, one object, CSV, GeoJSON, a query plan, plain bytes.
import { errors } from '../errors.ts';

export type MediaType =
  | { kind: 'json' }
  | { kind: 'array'; isStripped: true }
  | { kind: 'object'; isStripped: boolean }
  | { kind: 'csv' }
  | { kind: 'geojson' }
  | { kind: 'openapi' }
  | { kind: 'scalar'; type: 'application/octet-stream' | 'text/plain' | 'text/xml' }
  | { kind: 'plan'; format: 'text' | 'json'; options: PlanOption[]; of: MediaType };

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
type PlanOption = (typeof planOptions)[number];

interface AcceptedType {
  type: string;
  parameters: Map<string, string>;
  quality: number;
}

/** The forms a caller accepts, best first. An unknown type is left out; a header without any known one is rejected. */
export function parseAccept(header: string | null): MediaType[] {
  if (header === null || header === '' || header === '*/*' || header === 'application/json')
    return [{ kind: 'json' }];
  const accepted = splitHeader(header).map(parseType);
  accepted.sort((left, right) => right.quality - left.quality);
  const known: MediaType[] = [];
  for (const one of accepted) {
    const media = mediaOf(one);
    if (media) known.push(media);
  }
  if (known.length === 0) throw errors.unacceptable(accepted.map((one) => one.type));
  return known;
}

export function contentTypeOf(media: MediaType): string {
  switch (media.kind) {
    case 'json':
      return 'application/json; charset=utf-8';
    case 'array':
      return 'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8';
    case 'object':
      return `application/vnd.pgrst.object+json; ${media.isStripped ? 'nulls=stripped; ' : ''}charset=utf-8`;
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'geojson':
      return 'application/geo+json; charset=utf-8';
    case 'openapi':
      return 'application/openapi+json; charset=utf-8';
    case 'scalar':
      return media.type === 'application/octet-stream' ? media.type : `${media.type}; charset=utf-8`;
    case 'plan': {
      const options = media.options.length > 0 ? `; options=${media.options.join('|')}` : '';
      const of = contentTypeOf(media.of).replace(/; charset=utf-8$/, '');
      return `application/vnd.pgrst.plan+${media.format}; for="${of}"${options}; charset=utf-8`;
    }
  }
}

function mediaOf({ type, parameters }: AcceptedType): MediaType | undefined {
  const isStripped = parameters.get('nulls') === 'stripped';
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'json' };
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return isStripped ? { kind: 'array', isStripped } : { kind: 'json' };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', isStripped };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/geo+json':
      return { kind: 'geojson' };
    case 'application/openapi+json':
      return { kind: 'openapi' };
    case 'application/octet-stream':
    case 'text/plain':
    case 'text/xml':
      return { kind: 'scalar', type };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return planOf(type.endsWith('+json') ? 'json' : 'text', parameters);
    default:
      return undefined;
  }
}

function planOf(format: 'text' | 'json', parameters: Map<string, string>): MediaType {
  const asked = (parameters.get('options') ?? '').split('|');
  const target = parameters.get('for');
  const of = target ? mediaOf(parseType(target)) : undefined;
  return {
    kind: 'plan',
    format,
    options: planOptions.filter((option) => asked.includes(option)),
    of: of && of.kind !== 'plan' ? of : { kind: 'json' },
  };
}

function parseType(text: string): AcceptedType {
  const [type = '', ...rest] = splitHeader(text, ';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals > 0) {
      const value = part.slice(equals + 1).trim();
      parameters.set(part.slice(0, equals).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
    }
  }
  const quality = Number(parameters.get('q') ?? 1);
  return { type: type.trim().toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality };
}

/** Splits at a separator that stands outside of quotes. */
function splitHeader(text: string, separator = ','): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === separator && !isQuoted) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  parts.push(part.trim());
  return parts.filter((one) => one !== '');
}
