import { expect, it } from 'vitest';
import { readConsentRequest } from './consent-request.ts';

const details = {
  authorization_id: 'a-1',
  redirect_uri: 'https://portfolio.example.com/back?x=1',
  client: { id: 'c', name: 'Portfolio', uri: '', logo_uri: '' },
  user: { id: 'u', email: 'nina@onda.example' },
  scope: 'openid email',
};

it('describes what an application would learn, and where the answer goes', () => {
  expect(readConsentRequest(details)).toEqual({
    id: 'a-1',
    name: 'Portfolio',
    learns: [
      'your account number, so that it recognises you next time',
      'your email address, and whether it is confirmed',
    ],
    returnsTo: 'portfolio.example.com',
  });
});

it('names an application without a name by its address, and shows an unknown scope as it is', () => {
  const asked = readConsentRequest({
    ...details,
    client: { ...details.client, name: ' ' },
    scope: 'calendar constructor',
  });
  expect(asked.name).toBe('portfolio.example.com');
  expect(asked.learns).toEqual(['calendar', 'constructor']);
});
