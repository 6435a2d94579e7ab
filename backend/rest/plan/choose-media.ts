// Chooses the first accepted form of answer that an action can give. Pure.
import { errors } from '../errors.ts';
import { contentTypeOf, type MediaType } from '../request/parse-accept.ts';

export interface MediaRules {
  /** Whether the action gives bare values, which can be sent as they are. */
  isScalar: boolean;
  allowsPlan: boolean;
  hasGeoJson: boolean;
}

export function chooseMedia(accepted: MediaType[], rules: MediaRules): MediaType {
  const chosen = accepted.find((media) => isAvailable(media, rules));
  if (chosen) return chosen;
  throw errors.unacceptable(accepted.map((media) => contentTypeOf(media).replace(/; charset=utf-8$/, '')));
}

function isAvailable(media: MediaType, rules: MediaRules): boolean {
  switch (media.kind) {
    case 'openapi':
      return false;
    case 'scalar':
      return rules.isScalar;
    case 'geojson':
      return rules.hasGeoJson;
    case 'plan':
      return rules.allowsPlan && isAvailable(media.of, rules);
    default:
      return true;
  }
}
