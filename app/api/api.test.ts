import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configureBackend } from '#app/backend/backend.ts';
import { api } from './api.ts';

let server: Server;
const seen: { url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
const realFetch = globalThis.fetch;

const whole = {
  code: 'invalid_fields',
  message: 'Enter your name.',
  fields: { name: 'Enter your name.', email: 'Enter an email address.' },
  problems: [
    { field: 'name', message_name: 'of_no_language' },
    { field: 'email', message_name: 'of_no_language' },
  ],
  values: { max: 3 },
  request_id: 'a1',
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ url: request.url, headers: request.headers, body });
    if (request.url === '/api/good') response.end('{"ok":true}');
    else if (request.url === '/api/empty') response.writeHead(204).end();
    else if (request.url === '/api/bad')
      response.writeHead(422).end('{"code":"too_short","message":"Say more."}');
    else if (request.url === '/api/whole') response.writeHead(422).end(JSON.stringify(whole));
    else if (request.url === '/api/other') response.writeHead(400).end('["no","body","of","ours"]');
    else if (request.url === '/api/html') response.end('<h1>Welcome</h1>');
    else response.writeHead(502).end('<h1>Bad gateway</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In the browser the path is relative to the page; here the page is this server.
  globalThis.fetch = (path, init) => realFetch(`${origin}${path}`, init);
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});

describe('api', () => {
  it('returns the parsed answer', async () => {
    expect(await api('/good')).toEqual({ ok: true });
  });

  it('sends objects as JSON', async () => {
    await api('/good', { method: 'POST', body: { a: 1 } });
    expect(seen.at(-1)?.headers['content-type']).toBe('application/json');
    expect(seen.at(-1)?.body).toBe('{"a":1}');
  });

  it('leaves the content type of form data to the browser', async () => {
    const form = new FormData();
    form.set('a', '1');
    await api('/good', { method: 'POST', body: form, headers: { 'content-type': 'application/json' } });
    expect(seen.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it("rejects with the server's own error body", async () => {
    await expect(api('/bad')).rejects.toEqual({ code: 'too_short', message: 'Say more.' });
  });

  it('passes on all of an error body that has a code and a message', async () => {
    await expect(api('/whole')).rejects.toEqual(whole);
  });

  it('passes on an error body of another kind as it is', async () => {
    await expect(api('/other')).rejects.toEqual(['no', 'body', 'of', 'ours']);
  });

  it('rejects with an error of its own when a success is not JSON', async () => {
    await expect(api('/html')).rejects.toMatchObject({ code: 'not_json' });
  });

  it('rejects with a clear error when the body is not JSON', async () => {
    await expect(api('/broken')).rejects.toEqual({
      code: 'not_json',
      message: 'The studio did not answer (502). Nothing is lost: try again in a moment.',
    });
  });

  it('accepts an empty success', async () => {
    expect(await api('/empty')).toBeNull();
  });

  it('asks an API on another origin with cookies, and with the token where cookies do not travel', async () => {
    const requests: [string, RequestInit][] = [];
    const before = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      requests.push([String(input), init ?? {}]);
      return Response.json({});
    };
    vi.stubGlobal('document', { cookie: 'passkey-token=the-token' });
    configureBackend({
      backendUrl: '',
      anonKey: 'anon',
      cookieDomain: null,
      turnstileSiteKey: null,
      apiBaseUrl: 'https://api.onda.example/v1',
    });
    await api('/account/sessions');
    vi.stubGlobal('document', { cookie: '' });
    await api('/contact', { method: 'POST', body: {} });
    globalThis.fetch = before;
    vi.unstubAllGlobals();
    const [signedIn, guest] = requests;
    expect(signedIn?.[0]).toBe('https://api.onda.example/v1/api/account/sessions');
    expect(signedIn?.[1].credentials).toBe('include');
    expect(new Headers(signedIn?.[1].headers).get('authorization')).toBe('Bearer the-token');
    expect(guest?.[0]).toBe('https://api.onda.example/v1/api/contact');
    expect(new Headers(guest?.[1].headers).has('authorization')).toBe(false);
  });
});
