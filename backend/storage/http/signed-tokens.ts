// Tokens inside links: they open one object for one action until they expire, and carry no role, so that as a bearer
// token they open nothing.
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { errors } from '../errors.ts';

interface DownloadToken {
  url: string;
  transformations?: string;
}

interface UploadToken {
  url: string;
  upsert: boolean;
  owner?: string;
}

export interface SignedTokens {
  forDownload(claims: DownloadToken, expiresInS: number): Promise<string>;
  forUpload(claims: UploadToken, expiresInS: number): Promise<string>;
  checkDownload(token: string, url: string): Promise<DownloadToken>;
  checkUpload(token: string, url: string): Promise<UploadToken>;
}

export function createSignedTokens(jwtSecret: string): SignedTokens {
  const key = new TextEncoder().encode(jwtSecret);

  function sign(claims: Record<string, unknown>, expiresInS: number): Promise<string> {
    const nowS = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + expiresInS)
      .sign(key);
  }

  async function check(token: string, url: string, scope: 'download' | 'upload') {
    const payload = await verify(token, key);
    if (payload.scope !== scope) throw errors.invalidSignature(`Token is not scoped for ${scope}`);
    if (payload.url !== url) throw errors.invalidSignature();
    return payload;
  }

  return {
    forDownload: (claims, expiresInS) => sign({ ...claims, scope: 'download' }, expiresInS),
    forUpload: (claims, expiresInS) => sign({ ...claims, scope: 'upload' }, expiresInS),
    async checkDownload(token, url) {
      const { transformations } = await check(token, url, 'download');
      return { url, ...(typeof transformations === 'string' && { transformations }) };
    },
    async checkUpload(token, url) {
      const { upsert, owner } = await check(token, url, 'upload');
      return { url, upsert: upsert === true, ...(typeof owner === 'string' && { owner }) };
    },
  };
}

async function verify(token: string, key: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'url'],
    });
    return payload;
  } catch (error) {
    // An expired link gets the same message as any other invalid token.
    if (error instanceof joseErrors.JOSEError) throw errors.invalidJwt(error.message);
    throw error;
  }
}
