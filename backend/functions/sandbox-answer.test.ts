import { expect, test } from 'vitest';
import { sandboxAnswer } from './sandbox-answer.ts';

const answered = (headers: Record<string, string>) =>
  Object.fromEntries(sandboxAnswer(new Response('<script>1</script>', { headers })).headers);

test('an answer that could be a page gets no scripts and no origin', () => {
  expect(answered({ 'content-type': 'text/html' })).toEqual({
    'content-type': 'text/html',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  expect(
    answered({ 'content-type': 'text/html', 'content-security-policy': 'sandbox allow-same-origin' }),
  ).toMatchObject({ 'content-security-policy': 'sandbox allow-same-origin, sandbox' });
  expect(answered({ 'content-type': 'text/html', 'service-worker-allowed': '/' })).not.toHaveProperty(
    'service-worker-allowed',
  );
});

test('a function may allow itself scripts, but not the origin of the site', () => {
  const policy = "default-src 'self'; Sandbox allow-scripts";
  expect(answered({ 'content-type': 'text/html', 'content-security-policy': policy })).toMatchObject({
    'content-security-policy': policy,
  });
});

test.each(['text/html, text/plain', 'text/html;,', 'multipart/x-mixed-replace; boundary=a'])(
  '%s is only bytes',
  (type) => {
    expect(answered({ 'content-type': type })).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
  },
);

test('what clients parse stays as the function wrote it', () => {
  for (const type of [
    'multipart/form-data; boundary=a',
    'text/event-stream',
    'application/json; charset=utf-8',
  ])
    expect(answered({ 'content-type': type })).toMatchObject({ 'content-type': type });
});
