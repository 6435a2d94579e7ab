// Every address of the service on one screen, tried from top to bottom. Paths are below /storage/v1; `*` is a name with
// its slashes. "anyone" needs no token: the address itself, or a signature in it, is the permission.
import type { StorageContext } from './context.ts';
import { health, noAnalytics, noVectors, purgeCache, status, version } from './endpoints/about.ts';
import {
  bucketLifecycle,
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from './endpoints/buckets.ts';
import {
  getObject,
  getPublicObject,
  getSignedObject,
  objectInfo,
  publicObjectInfo,
} from './endpoints/download.ts';
import { listFolder, listUnderPrefix } from './endpoints/list.ts';
import { copyObject, moveObject } from './endpoints/move-copy.ts';
import { deleteObject, deleteObjects } from './endpoints/remove.ts';
import { renderByLink, renderForCaller, renderPublic } from './endpoints/render-image.ts';
import { signObject, signObjects } from './endpoints/sign.ts';
import { createObject, signUpload, updateObject, uploadToSignedUrl } from './endpoints/upload.ts';
import type { Call } from './http/call.ts';
import {
  appendToUpload,
  createUpload,
  describeUploads,
  endUpload,
  uploadOffset,
} from './resumable/endpoints.ts';

type Endpoint = (context: StorageContext, call: Call) => Promise<Response>;
export type Route = [methods: string, path: string, who: 'caller' | 'anyone', endpoint: Endpoint];

export const routes: Route[] = [
  ['GET HEAD', '/status', 'anyone', status],
  ['GET HEAD', '/health', 'anyone', health],
  ['GET HEAD', '/version', 'anyone', version],

  ['GET', '/bucket', 'caller', listBuckets],
  ['POST', '/bucket', 'caller', createBucket],
  ['GET', '/bucket/:bucket', 'caller', getBucket],
  ['PUT', '/bucket/:bucket', 'caller', updateBucket],
  ['DELETE', '/bucket/:bucket', 'caller', deleteBucket],
  ['POST', '/bucket/:bucket/empty', 'caller', emptyBucket],
  ['GET PUT DELETE', '/bucket/:bucket/lifecycle', 'caller', bucketLifecycle],

  ['POST', '/object/list/:bucket', 'caller', listFolder],
  ['POST', '/object/list-v2/:bucket', 'caller', listUnderPrefix],
  ['POST', '/object/move', 'caller', moveObject],
  ['POST', '/object/copy', 'caller', copyObject],

  ['POST', '/object/upload/sign/:bucket/*', 'caller', signUpload],
  ['PUT', '/object/upload/sign/:bucket/*', 'anyone', uploadToSignedUrl],
  ['POST', '/object/sign/:bucket/*', 'caller', signObject],
  ['POST', '/object/sign/:bucket', 'caller', signObjects],
  ['GET HEAD', '/object/sign/:bucket/*', 'anyone', getSignedObject],

  ['GET HEAD', '/object/info/public/:bucket/*', 'anyone', publicObjectInfo],
  ['GET HEAD', '/object/info/authenticated/:bucket/*', 'caller', objectInfo],
  ['GET HEAD', '/object/info/:bucket/*', 'caller', objectInfo],
  ['GET HEAD', '/object/public/:bucket/*', 'anyone', getPublicObject],
  ['GET HEAD', '/object/authenticated/:bucket/*', 'caller', getObject],
  ['GET HEAD', '/object/:bucket/*', 'caller', getObject],
  ['POST', '/object/:bucket/*', 'caller', createObject],
  ['PUT', '/object/:bucket/*', 'caller', updateObject],
  ['DELETE', '/object/:bucket/*', 'caller', deleteObject],
  ['DELETE', '/object/:bucket', 'caller', deleteObjects],

  ['GET HEAD', '/render/image/public/:bucket/*', 'anyone', renderPublic],
  ['GET HEAD', '/render/image/authenticated/:bucket/*', 'caller', renderForCaller],
  ['GET HEAD', '/render/image/sign/:bucket/*', 'anyone', renderByLink],

  ['OPTIONS', '/upload/resumable', 'anyone', describeUploads],
  ['OPTIONS', '/upload/resumable/:id', 'anyone', describeUploads],
  ['POST', '/upload/resumable', 'caller', createUpload],
  ['POST', '/upload/resumable/sign', 'anyone', createUpload],
  ['HEAD', '/upload/resumable/sign/:id', 'anyone', uploadOffset],
  ['PATCH', '/upload/resumable/sign/:id', 'anyone', appendToUpload],
  ['DELETE', '/upload/resumable/sign/:id', 'anyone', endUpload],
  ['HEAD', '/upload/resumable/:id', 'caller', uploadOffset],
  ['PATCH', '/upload/resumable/:id', 'caller', appendToUpload],
  ['DELETE', '/upload/resumable/:id', 'caller', endUpload],

  ['DELETE', '/cdn/:bucket', 'caller', purgeCache],
  ['DELETE', '/cdn/:bucket/*', 'caller', purgeCache],

  ['GET POST PUT DELETE HEAD', '/iceberg/*', 'caller', noAnalytics],
  ['POST', '/vector/*', 'caller', noVectors],
];
