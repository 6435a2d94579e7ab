import { describe, expect, it } from 'vitest';
import { createSecurityHeaders } from './content-security.ts';

const config = {
  siteUrl: 'https://studio.example',
  apiBaseUrl: 'https://studio.example',
  backendUrl: undefined,
  storageUrl: undefined,
  turnstile: undefined,
  analyticsId: undefined,
  radio: {} as never,
};
const findHeader = (headers: [string, string][], name: string) => headers.find(([key]) => key === name)?.[1];

describe('security headers', () => {
  it('let an answer that is not a page load, run and frame nothing', () => {
    const policy = findHeader(createSecurityHeaders(config).plain, 'content-security-policy');
    expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  });

  it('allow the inline scripts of a page by their hash alone', () => {
    const page = createSecurityHeaders(config).forPage(
      '<script>start()</script><script src="/a.js"></script>',
    );
    const policy = findHeader(page, 'content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy.match(/sha256-/g)).toHaveLength(1);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(page.filter(([name]) => name === 'content-security-policy')).toHaveLength(1);
  });

  it('let pages talk to an API on another origin, by requests and by sockets', () => {
    const policyOf = (apiBaseUrl: string) =>
      findHeader(createSecurityHeaders({ ...config, apiBaseUrl }).forPage(''), 'content-security-policy') ??
      '';
    expect(policyOf('https://api.studio.example/v1')).toMatch(
      /connect-src 'self' https:\/\/api\.studio\.example wss:\/\/studio\.example wss:\/\/api\.studio\.example;/,
    );
    expect(policyOf(config.apiBaseUrl)).toContain("connect-src 'self' wss://studio.example;");
  });

  it('name no policy in development, where scripts change with every edit', () => {
    const { plain, forPage } = createSecurityHeaders(config, { isDevelopment: true });
    expect(findHeader(plain, 'content-security-policy')).toBeUndefined();
    expect(findHeader(forPage('<script>1</script>'), 'content-security-policy')).toBeUndefined();
  });
});
