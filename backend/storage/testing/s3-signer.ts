// Signs requests of the S3 protocol as a client would, with a choice of what is signed and what is only sent.
// Written from the protocol, not from our checks.
import { createHash, createHmac } from 'node:crypto';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export function createS3Signer({ accessKeyId, secretAccessKey, sessionToken }: S3Keys) {
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/eu-west-3/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), 'eu-west-3'), 's3'), 'aws4_request');

  function signature(method: string, url: URL, headers: Record<string, string>, payload: string): string {
    const names = Object.keys(headers).sort();
    const query = [...url.searchParams]
      .map(([name, value]) => [encode(name), encode(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const lines = names.map((name) => `${name}:${headers[name]}`);
    const canonical = [method, url.pathname, query, ...lines, '', names.join(';'), payload].join('\n');
    return sign(['AWS4-HMAC-SHA256', time, scope, sha256(canonical)]);
  }

  function sign(lines: string[]): string {
    return hmac(key, lines.join('\n')).toString('hex');
  }

  return {
    time,
    scope,
    sign,
    /** An address for others; `signed` are headers that they must send, `query` is part of it. */
    presign(
      method: string,
      address: string,
      { signed = {}, query = {} }: { signed?: Record<string, string>; query?: Record<string, string> } = {},
    ): string {
      const url = new URL(address);
      const headers: Record<string, string> = { ...signed, host: url.host };
      const parameters = {
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Credential': `${accessKeyId}/${scope}`,
        'X-Amz-Date': time,
        'X-Amz-Expires': '60',
        'X-Amz-SignedHeaders': Object.keys(headers).sort().join(';'),
        ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
        ...query,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      const payload = url.searchParams.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
      url.searchParams.set('X-Amz-Signature', signature(method, url, headers, payload));
      return url.href;
    },
    /** Headers to send, all of them signed. */
    signHeaders(
      method: string,
      address: string,
      { headers = {}, payload = sha256('') }: { headers?: Record<string, string>; payload?: string } = {},
    ): Record<string, string> {
      const url = new URL(address);
      const signed: Record<string, string> = {
        ...headers,
        'x-amz-date': time,
        'x-amz-content-sha256': payload,
        ...(sessionToken && { 'x-amz-security-token': sessionToken }),
      };
      const all = { ...signed, host: url.host };
      const names = Object.keys(all).sort().join(';');
      const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature(method, url, all, payload)}`;
      return { ...signed, authorization };
    },
    /** A form for others; each of `fields` is a condition, `more` conditions may follow, `unnamed` fields are only sent. */
    form(
      fields: Record<string, string>,
      {
        conditions = [],
        unnamed = {},
        expiration = new Date(Date.now() + 60_000).toISOString(),
        file = new File(['form'], 'drawing.png'),
      }: { conditions?: unknown[]; unnamed?: Record<string, string>; expiration?: string; file?: File } = {},
    ): FormData {
      const signed: Record<string, string> = {
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': `${accessKeyId}/${scope}`,
        'x-amz-date': time,
        ...(sessionToken && { 'x-amz-security-token': sessionToken }),
        ...fields,
      };
      const each = Object.entries(signed).map(([name, value]) => ({ [name]: value }));
      const { bucket: _path, ...sent } = signed;
      const text = JSON.stringify({ expiration, conditions: [...each, ...conditions] });
      const policy = Buffer.from(text).toString('base64');
      const form = new FormData();
      const all = { ...sent, ...unnamed, policy, 'x-amz-signature': sign([policy]) };
      for (const [name, value] of Object.entries(all)) form.append(name, value);
      form.append('file', file);
      return form;
    },
  };
}
