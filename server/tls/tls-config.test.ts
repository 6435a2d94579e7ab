import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

describe('HTTPS by the program itself', () => {
  it('listens on the public ports under the domain, with files or by ACME', () => {
    expect(readConfig({ TLS_CERT: '/c.pem', TLS_KEY: '/k.pem', DOMAIN: 'Studio.Example' })).toMatchObject({
      port: 443,
      host: '::',
      siteUrl: 'https://studio.example',
      hstsSubdomains: false,
      tls: { files: { cert: '/c.pem', key: '/k.pem' }, domains: ['studio.example'], httpPort: 80 },
    });
    expect(
      readConfig({
        TLS: 'auto',
        DOMAIN: 'studio.example, files.example',
        PORT: '8443',
        HTTP_PORT: 'off',
        ACME_DIRECTORY: 'staging',
        HSTS_SUBDOMAINS: 'on',
      }),
    ).toMatchObject({
      siteUrl: 'https://studio.example:8443',
      hstsSubdomains: true,
      tls: {
        files: undefined,
        domains: ['studio.example', 'files.example'],
        httpPort: undefined,
        acme: {
          directoryUrl: 'https://acme-staging-v02.api.letsencrypt.org/directory',
          challenge: 'tls-alpn',
        },
      },
    });
    expect(readConfig({ DOMAIN: 'studio.example' })).toMatchObject({ tls: undefined, port: 3000 });
    const auto = { TLS: 'auto', DOMAIN: 'studio.example' };
    expect(readConfig(auto).tls?.acme.challenge).toBe('http');
    expect(readConfig({ ...auto, TLS_CHALLENGE: 'tls-alpn' }).tls).toMatchObject({
      acme: { challenge: 'tls-alpn' },
      httpPort: 80,
    });
  });

  it.each([
    [{ TLS: 'auto' }, /^TLS is "auto" but DOMAIN is not set/],
    [{ TLS: 'on' }, /^TLS is "on" but must be one of off, auto/],
    [{ TLS_CERT: '/c.pem' }, /^TLS_CERT is set but TLS_KEY is not/],
    [{ TLS: 'auto', TLS_CERT: '/c', TLS_KEY: '/k', DOMAIN: 'a.example' }, /not both\.$/],
    [{ TLS: 'auto', DOMAIN: '192.0.2.1' }, /^DOMAIN is "192\.0\.2\.1" but must be a host name/],
    [{ TLS: 'auto', DOMAIN: 'a.example', SITE_URL: 'http://a.example' }, /^SITE_URL .* https:\/\//],
    [
      { TLS: 'auto', DOMAIN: 'a.example', SITE_URL: 'https://b.example' },
      /^SITE_URL .* DOMAIN \(a\.example\)/,
    ],
    [{ TLS: 'auto', DOMAIN: 'a.example', ACME_DIRECTORY: 'test' }, /^ACME_DIRECTORY is "test"/],
    [{ TLS: 'auto', DOMAIN: 'a.example', ACME_EMAIL: 'nobody' }, /^ACME_EMAIL is "nobody"/],
    [{ RADIO_SOURCE_HOST: '999.1.1.1' }, /^RADIO_SOURCE_HOST is "999\.1\.1\.1"/],
    [
      { TLS: 'auto', DOMAIN: 'a.example', TLS_CHALLENGE: 'dns' },
      /^TLS_CHALLENGE is "dns" but must be one of auto, http, tls-alpn/,
    ],
    [
      { TLS: 'auto', DOMAIN: 'a.example', TLS_CHALLENGE: 'http', HTTP_PORT: 'off' },
      /^TLS_CHALLENGE is "http" but HTTP_PORT is "off"/,
    ],
    [{ TLS: 'auto', DOMAIN: 'a.example', HTTP_PORT: 'eighty' }, /^HTTP_PORT is "eighty"/],
  ])('rejects %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});
