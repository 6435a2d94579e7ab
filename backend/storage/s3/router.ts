// The S3 protocol below /storage/v1/s3: finds the operation that method, path and query mean, and answers in XML.
// Addresses are path-style: /s3/<bucket>/<key>.
import type { IdentifyCaller } from '#backend/gateway/identify-caller.ts';
import type { StorageContext } from '../context.ts';
import { errors, storageErrorOf } from '../errors.ts';
import { readAway } from '../http/request-body.ts';
import { authenticate, type S3Access } from './authenticate.ts';
import {
  bucketLocation,
  bucketVersioning,
  createBucket,
  deleteBucket,
  headBucket,
  listBuckets,
  listObjects,
} from './buckets.ts';
import { abortUpload, beginUpload, completeUpload, copyPart, uploadPart } from './multipart.ts';
import { listParts, listUploads } from './multipart-lists.ts';
import { copyObject, deleteObject, deleteObjects, getObject, putObject } from './objects.ts';
import { isForm, postObject } from './post-object.ts';
import type { S3Call } from './s3-call.ts';
import { renderS3Error, s3Errors } from './s3-errors.ts';
import { deleteTags, getTags, putTags } from './tagging.ts';

type Operation = (context: StorageContext, call: S3Call) => Promise<Response>;

/** Method, then what the query must have; tried from top to bottom. */
const bucketOperations: [method: string, query: string, operation: Operation][] = [
  ['GET', 'location', bucketLocation],
  ['GET', 'versioning', bucketVersioning],
  ['GET', 'uploads', listUploads],
  ['GET', '', listObjects],
  ['HEAD', '', headBucket],
  ['PUT', '', createBucket],
  ['POST', 'delete', deleteObjects],
  ['DELETE', '', deleteBucket],
];
const objectOperations: [method: string, query: string, operation: Operation][] = [
  ['POST', 'uploads', beginUpload],
  ['POST', 'uploadId', completeUpload],
  ['PUT', 'uploadId', (context, call) => (isCopy(call) ? copyPart : uploadPart)(context, call)],
  ['GET', 'uploadId', listParts],
  ['GET', 'tagging', getTags],
  ['PUT', 'tagging', putTags],
  ['DELETE', 'tagging', deleteTags],
  ['DELETE', 'uploadId', abortUpload],
  ['PUT', '', (context, call) => (isCopy(call) ? copyObject : putObject)(context, call)],
  ['GET', '', getObject],
  ['HEAD', '', getObject],
  ['DELETE', '', deleteObject],
];
/** Parts of S3 that this host does not have; without this they would be taken for something else. */
const NOT_OFFERED =
  /^(accelerate|acl|analytics|attributes|cors|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|torrent|versions|website)$/;

export interface S3Handler {
  /** `path` is what follows /storage/v1/s3. */
  handle(request: Request, path: string, search: string, identifyCaller: IdentifyCaller): Promise<Response>;
}

export function createS3Handler(
  context: StorageContext,
  access: S3Access,
  onError: (message: string, error: unknown) => void,
): S3Handler {
  async function answer(request: Request, path: string, search: string, identifyCaller: IdentifyCaller) {
    const now = new Date();
    const [, bucketPart = '', keyPart = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
    const params = { bucket: decode(bucketPart), key: decode(keyPart) };
    const sender = await authenticate(request, access, identifyCaller, now);
    if (!sender && isForm(request, params.key)) {
      const target = { request, path: `/s3${path}`, bucketId: params.bucket };
      return postObject(context, target, { access, identifyCaller, now });
    }
    if (!sender) throw s3Errors.unsigned();
    const query = new URLSearchParams(search);
    const call: S3Call = { request, path: `/s3${path}`, query, params, ...sender };
    return findOperation(request.method, params, query)(context, call);
  }

  return {
    async handle(request, path, search, identifyCaller) {
      try {
        return await answer(request, path, search, identifyCaller);
      } catch (error) {
        const known = storageErrorOf(error);
        if (known.statusCode >= 500 && known.statusCode !== 501)
          onError(`${request.method} /storage/v1/s3${path} failed`, known.cause ?? known);
        const failure = renderS3Error(known, path);
        if (!(await readAway(request))) failure.headers.set('connection', 'close');
        return request.method === 'HEAD' ? new Response(null, failure) : failure;
      }
    },
  };
}

function findOperation(
  method: string,
  { bucket, key }: { bucket: string; key: string },
  query: URLSearchParams,
): Operation {
  const missing = [...query.keys()].find(
    (name) => NOT_OFFERED.test(name) || (name === 'tagging' && key === ''),
  );
  if (missing !== undefined) throw s3Errors.notImplemented(missing);
  if (bucket === '') {
    if (method === 'GET') return listBuckets;
    throw s3Errors.methodNotAllowed();
  }
  const operations = key === '' ? bucketOperations : objectOperations;
  const found = operations.find(([verb, name]) => verb === method && (name === '' || query.has(name)));
  if (!found) throw s3Errors.methodNotAllowed();
  return found[2];
}

function isCopy({ headers }: S3Call): boolean {
  return headers.has('x-amz-copy-source');
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw errors.invalidKey(text.slice(0, 200));
  }
  // PostgreSQL holds no zero byte in a text.
  if (decoded.includes('\u0000')) throw errors.invalidKey(text.slice(0, 200));
  return decoded;
}
