// Tags of an object: at most ten names, each with a value. They are part of its metadata and go with a copy. Pure.
import type { ObjectMetadata } from '../stored-object.ts';
import { s3Errors } from './s3-errors.ts';
import { readElements } from './xml.ts';

export type Tags = NonNullable<ObjectMetadata['tags']>;

const maxTags = 10;
const TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** x-amz-tagging: "name=value&name=value". */
export function tagsOfHeader(text: string | null): Tags | undefined {
  return text === null ? undefined : requireTags([...new URLSearchParams(text)]);
}

export function tagsOfXml(xml: string): Tags {
  if (!/<TagSet\s*(\/>|>)/.test(xml)) throw s3Errors.malformedXml();
  const tags = readElements(xml, 'Tag', ['Key', 'Value']);
  return requireTags(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
}

export function tagCount({ tags }: ObjectMetadata): number {
  return Object.keys(tags ?? {}).length;
}

function requireTags(pairs: [name: string, value: string][]): Tags {
  if (pairs.length > maxTags) throw s3Errors.invalidTag(`An object can have at most ${maxTags} tags`);
  for (const [name, value] of pairs) {
    if (name === '' || name.length > 128 || !TEXT.test(name) || name.startsWith('aws:'))
      throw s3Errors.invalidTag('The name of a tag is not valid');
    if (value.length > 256 || !TEXT.test(value)) throw s3Errors.invalidTag('The value of a tag is not valid');
  }
  const tags = Object.fromEntries(pairs);
  if (Object.keys(tags).length < pairs.length) throw s3Errors.invalidTag('Two tags have the same name');
  return tags;
}
