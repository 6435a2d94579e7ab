import { describe, expect, it } from 'vitest';
import { BytesResponse } from './bytes-response.ts';

const bytes = new TextEncoder().encode('{"title":"Maré"}');
const make = () => new BytesResponse(bytes, { status: 201, headers: { 'content-type': 'application/json' } });

describe('a response with its bytes in memory', () => {
  it.each([
    ['text', (response: Response) => response.text()],
    ['JSON', async (response: Response) => JSON.stringify(await response.json())],
    ['an array buffer', async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())],
    ['bytes', async (response: Response) => new TextDecoder().decode(await response.bytes())],
    ['a blob', async (response: Response) => (await response.blob()).text()],
    ['a stream', (response: Response) => new Response(response.body).text()],
    ['a copy', (response: Response) => response.clone().text()],
    ['another response', (response: Response) => new Response(response.body, response).text()],
  ])('is read as %s', async (_kind, read) => {
    expect(await read(make())).toBe('{"title":"Maré"}');
  });

  it('is a response: status, headers and type of the body', async () => {
    const response = make();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.headers.get('content-type')]).toEqual([
      201,
      true,
      'application/json',
    ]);
    expect((await response.blob()).type).toBe('application/json');
  });

  it('is read once', async () => {
    const response = make();
    expect(response.bodyUsed).toBe(false);
    await response.text();
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
    expect(() => response.clone()).toThrow(TypeError);
  });

  it('reads a form', async () => {
    const form = new BytesResponse(new TextEncoder().encode('a=1&b=2'), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([...(await form.formData())]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });
});
