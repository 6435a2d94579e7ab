// Reads, sets and deletes the tags of an object, as its caller may read and change it.
import { collectWithin } from '#backend/gateway/read-within.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import { findObject } from '../objects.ts';
import { targetOf } from './objects.ts';
import type { S3Call } from './s3-call.ts';
import { type Tags, tagsOfXml } from './tags.ts';
import { element, s3Document, xmlResponse } from './xml.ts';

const maxXmlBytes = 20_000;

export async function getTags(context: StorageContext, call: S3Call): Promise<Response> {
  const key = { ...targetOf(call), operation: 'storage.s3.object.get_tagging' };
  const { tags = {} } = (await findObject(context, call, key)).metadata;
  const listed = Object.entries(tags).map(([name, value]) =>
    element('Tag', [element('Key', name), element('Value', value)]),
  );
  return xmlResponse(s3Document('Tagging', [element('TagSet', listed)]));
}

export async function putTags(context: StorageContext, call: S3Call): Promise<Response> {
  const xml = (await collectWithin(call.body, maxXmlBytes, errors.bodyTooLarge)).toString('utf8');
  await setTags(context, call, tagsOfXml(xml), 'storage.s3.object.put_tagging');
  return new Response(null);
}

export async function deleteTags(context: StorageContext, call: S3Call): Promise<Response> {
  await setTags(context, call, {}, 'storage.s3.object.delete_tagging');
  return new Response(null, { status: 204 });
}

async function setTags(context: StorageContext, call: S3Call, tags: Tags, operation: string): Promise<void> {
  const { bucketId, name } = targetOf(call);
  await findObject(context, call, { bucketId, name, operation });
  const changed = await context.database.write(call, {
    operation,
    text: `update storage.objects set metadata = (metadata - 'tags') || $3::text::jsonb
      where bucket_id = $1 and name = $2 returning to_jsonb(id)`,
    values: [bucketId, name, JSON.stringify(Object.keys(tags).length === 0 ? {} : { tags })],
  });
  if (changed.length === 0) throw errors.accessDenied('The tags may not be changed');
}
