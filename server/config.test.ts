import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

// A key for tests alone.
const BACKUP_KEY = 'AGE-SECRET-KEY-1ZURC9F5W4GWJJ86FZW9SGDWCE5M5FCVEYL5V4G2V7U9GFLWDMK2SDPM2VM';
const BACKUP_S3 = {
  BACKUP_S3_ENDPOINT: 'https://s3.example.com',
  BACKUP_S3_BUCKET: 'b',
  BACKUP_S3_ACCESS_KEY_ID: 'k',
  BACKUP_S3_SECRET_ACCESS_KEY: 's',
  BACKUP_ENCRYPTION_KEY: BACKUP_KEY,
};

describe('readConfig', () => {
  it('needs nothing: every variable has a default', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      siteUrl: 'http://127.0.0.1:3000',
      maxConnectionsPerAddress: 512,
      apiBaseUrl: 'http://127.0.0.1:3000',
      environment: 'production',
      rest: {
        schemas: ['public'],
        maxRows: 1000,
        aggregates: false,
        plan: false,
        txEnd: 'commit',
        limits: {
          maxEmbedDepth: 4,
          maxEmbeds: 16,
          maxTerms: 120,
          maxEmbeddedRows: 20_000,
          maxResponseBytes: 5_242_880,
          maxBodyBytes: 1_048_576,
        },
        maxConcurrent: 3,
      },
      auth: {
        autoconfirm: false,
        signup: true,
        anonymous: true,
        manualLinking: false,
        passwordMin: 8,
        maxFrequencyS: 60,
        testOtps: {},
        redirectUrls: [],
        rateLimits: true,
        captcha: undefined,
        passwordCheck: 'on',
        phone: undefined,
        passkeySites: undefined,
        hooks: {},
      },
      backupCopies: undefined,
      storage: { fileSizeLimitBytes: 2_147_483_648, s3: undefined },
      net: { privateAddresses: false },
      functions: { directory: expect.stringMatching(/supabase\/functions$/), secrets: {} },
      messageLimits: {
        emails: 600,
        emailsPerAddress: 60,
        emailsPerAccount: 20,
        emailsPerRecipient: 10,
        sms: 100,
      },
      mail: { smtpUrl: undefined, from: 'onda <no-reply@127.0.0.1>', isFromSet: false },
      turnstile: undefined,
      radio: {
        streamUrl: undefined,
        sourcePort: 8001,
        sourceHost: undefined,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 20 * 2 ** 30,
      },
      stripe: undefined,
      stripeApiUrl: 'https://api.stripe.com',
      demo: true,
      logLevel: 'info',
    });
  });

  it.each([
    ['', undefined],
    ['on', true],
    ['off', false],
  ])('leaves the bot check of sign-ups to the program unless configured: "%s"', (AUTH_CAPTCHA, expected) => {
    expect(readConfig({ AUTH_CAPTCHA }).auth.captcha).toBe(expected);
  });

  it('tells the address of the backend from that of the site', () => {
    expect(readConfig({ SITE_URL: 'https://a.example' })).toMatchObject({ apiUrl: 'https://a.example' });
    expect(readConfig({ API_URL: 'https://api.a.example' })).toMatchObject({
      apiUrl: 'https://api.a.example',
      siteUrl: 'https://api.a.example',
    });
    expect(readConfig({ API_URL: 'https://api.a.example', SITE_URL: 'http://localhost:5173' })).toMatchObject(
      {
        apiUrl: 'https://api.a.example',
        siteUrl: 'http://localhost:5173',
      },
    );
    const tls = { TLS: 'auto', DOMAIN: 'api.a.example', SITE_URL: 'http://localhost:5173' };
    expect(readConfig({ ...tls, API_URL: 'https://api.a.example' }).apiUrl).toBe('https://api.a.example');
    expect(() => readConfig({ ...tls, API_URL: 'https://b.example' })).toThrow(/^API_URL/);
  });

  it('reads where passkeys are used, and rejects addresses outside of their domain', () => {
    const read = (AUTH_PASSKEY_ORIGINS: string, AUTH_PASSKEY_DOMAIN = '') =>
      readConfig({ AUTH_PASSKEY_ORIGINS, AUTH_PASSKEY_DOMAIN }).auth.passkeySites;
    expect(read('')).toBeUndefined();
    expect(read('https://app.a.example')).toEqual({
      domain: 'app.a.example',
      origins: ['https://app.a.example'],
    });
    const android = 'android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0';
    expect(read(`https://app.a.example,https://a.example,${android}`, 'a.example')).toEqual({
      domain: 'a.example',
      origins: ['https://app.a.example', 'https://a.example', android],
    });
    expect(read('http://localhost:5173')?.domain).toBe('localhost');
    for (const [origins, domain] of [
      ['https://b.example', 'a.example'],
      ['http://a.example', ''],
      ['https://a.example/path', ''],
      [android, ''],
      ['', 'a.example'],
    ])
      expect(() => read(origins ?? '', domain)).toThrow(ConfigError);
  });

  it('reads which passwords are rejected and whether phones can sign up', () => {
    expect(readConfig({ AUTH_PASSWORD_CHECK: 'length', AUTH_PHONE: 'off' }).auth).toMatchObject({
      passwordCheck: 'length',
      phone: false,
    });
    expect(() => readConfig({ AUTH_PASSWORD_CHECK: 'weak' })).toThrow(ConfigError);
  });

  it('reads how many messages strangers may cause an hour, and none where limits are off', () => {
    const env = { MAIL_LIMIT: '50', MAIL_LIMIT_PER_RECIPIENT: '2', SMS_LIMIT: '7' };
    expect(readConfig(env).messageLimits).toMatchObject({ emails: 50, emailsPerRecipient: 2, sms: 7 });
    expect(readConfig({ ...env, AUTH_RATE_LIMITS: 'off' }).messageLimits).toBeUndefined();
    expect(() => readConfig({ MAIL_LIMIT_PER_ADDRESS: '0' })).toThrow(ConfigError);
  });

  it.each([
    ['HTTPS://API.onda.studio/', 'https://api.onda.studio'],
    ['https://onda.studio:443/api-here/', 'https://onda.studio/api-here'],
  ])('spells the address of the API as browsers do (%s)', (given, read) => {
    expect(readConfig({ API_BASE_URL: given }).apiBaseUrl).toBe(read);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', SITE_URL: '  ', DEMO: '' })).toEqual(readConfig({}));
  });

  it('cannot be changed after it was read, at any depth', () => {
    const config = readConfig({});
    expect(
      Object.isFrozen(config) && Object.isFrozen(config.auth) && Object.isFrozen(config.rest.schemas),
    ).toBe(true);
  });

  it('takes an origin for uploads that shares no cookies with the site', () => {
    const site = { SITE_URL: 'https://studio.example' };
    expect(readConfig(site).storageUrl).toBeUndefined();
    expect(readConfig({ ...site, STORAGE_URL: 'https://files.example/' }).storageUrl).toBe(
      'https://files.example',
    );
    const rejected: [Record<string, string>, RegExp][] = [
      [{ STORAGE_URL: 'https://studio.example:8443' }, /on another host than https:\/\/studio\.example/],
      [{ STORAGE_URL: 'https://api.example', API_BASE_URL: 'https://api.example/x' }, /on another host than/],
      [{ STORAGE_URL: 'https://files.studio.example', COOKIE_DOMAIN: 'studio.example' }, /COOKIE_DOMAIN/],
      [{ STORAGE_URL: 'https://files.example/path' }, /no path/],
      [
        {
          STORAGE_URL: 'https://files.example',
          BACKEND_URL: 'https://a.test',
          ANON_KEY: 'sb_publishable_a',
          DATABASE_URL: 'postgres://u:p@a.test/postgres',
        },
        /STORAGE_URL and BACKEND_URL/,
      ],
    ];
    for (const [env, reason] of rejected) expect(() => readConfig({ ...site, ...env })).toThrow(reason);
  });

  it.each([
    ['', undefined],
    ['2', { hops: 2 }],
    ['loopback, 10.0.0.0/8,fd00::/8', { addresses: ['loopback', '10.0.0.0/8', 'fd00::/8'] }],
  ])('reads the proxies in front of the program: "%s"', (TRUSTED_PROXIES, expected) => {
    expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual(expected);
  });

  it.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['studio.local', 'http://studio.local:3000'],
  ])('names an address that a browser can open when HOST is %s', (HOST, siteUrl) => {
    expect(readConfig({ HOST }).siteUrl).toBe(siteUrl);
  });

  it.each([
    ['2gb', 2 * 2 ** 30],
    ['500 KB', 500 * 1024],
    ['1.5mb', 1.5 * 2 ** 20],
    ['1024', 1024],
  ])('reads the size %s', (STORAGE_FILE_SIZE_LIMIT, bytes) => {
    expect(readConfig({ STORAGE_FILE_SIZE_LIMIT }).storage.fileSizeLimitBytes).toBe(bytes);
  });

  it('reads lists, pairs and whole services', () => {
    const config = readConfig({
      REST_SCHEMAS: 'public, api',
      AUTH_TEST_OTPS: '+15551234567:123456, 4915112345:654321',
      AUTH_REDIRECT_URLS: 'https://*.onda.studio/**,onda://signed-in',
      AUTH_GITHUB_CLIENT_ID: 'id',
      AUTH_GITHUB_CLIENT_SECRET: 'secret',
      AUTH_GOOGLE_CLIENT_ID: 'id',
      AUTH_GOOGLE_CLIENT_SECRET: 'secret',
      AUTH_GOOGLE_URL: 'https://google.test/',
      SMS_WEBHOOK_URL: 'https://sms.example.com/send',
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'onda',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hidden',
      BACKUP_S3_ENDPOINT: 'https://s3.elsewhere.example/',
      BACKUP_S3_BUCKET: 'copies',
      BACKUP_S3_ACCESS_KEY_ID: 'key',
      BACKUP_S3_SECRET_ACCESS_KEY: 'hidden',
      BACKUP_S3_PREFIX: 'studios/lisbon',
      BACKUP_ENCRYPTION_KEY: BACKUP_KEY,
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      SITE_URL: 'https://www.onda.studio/',
      COOKIE_DOMAIN: '.onda.studio',
    });
    expect(config.rest.schemas).toEqual(['public', 'api']);
    expect(config.auth.testOtps).toEqual({ '15551234567': '123456', '4915112345': '654321' });
    expect(config.auth.redirectUrls).toEqual(['https://*.onda.studio/**', 'onda://signed-in']);
    expect(config.auth.github).toEqual({ clientId: 'id', clientSecret: 'secret' });
    expect(config.auth.google?.endpoints).toMatchObject({
      authorizeUrl: 'https://google.test/o/oauth2/v2/auth',
      issuer: 'https://google.test',
    });
    expect(config.smsWebhook).toEqual({ url: 'https://sms.example.com/send', secret: undefined });
    expect(config.storage.s3).toMatchObject({ endpoint: 'https://s3.example.com', region: 'us-east-1' });
    expect(config.backupCopies).toMatchObject({
      s3: { endpoint: 'https://s3.elsewhere.example', region: 'us-east-1' },
      prefix: 'studios/lisbon/',
      keep: 30,
      encryptionKey: BACKUP_KEY,
      hasWal: false,
    });
    expect(readConfig({ ...BACKUP_S3, BACKUP_WAL: 'on' }).backupCopies?.hasWal).toBe(true);
    expect(config.turnstile?.verifyUrl).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify');
    expect(config).toMatchObject({ siteUrl: 'https://www.onda.studio', cookieDomain: 'onda.studio' });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT is "http" but must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is "70000" but must be'],
    [{ PORT: '-1' }, 'PORT is "-1" but must be'],
    [{ PORT: '8001' }, 'RADIO_SOURCE_PORT is "8001" but must be a different port than PORT'],
    [{ HOST: '127.0.0' }, 'HOST is "127.0.0" but must be an IP address or a host name'],
    [{ HOST: 'a b' }, 'HOST is "a b"'],
    [
      { SITE_URL: 'onda.studio' },
      'SITE_URL is "onda.studio" but must be a URL that begins with http:// or https://',
    ],
    [
      { SITE_URL: 'https://onda.studio/app' },
      'SITE_URL is "https://onda.studio/app" but must be a scheme, a host',
    ],
    [{ TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES is "nginx" but must be loopback, addresses or networks'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES is "10.0.0.0/33"'],
    [{ TRUSTED_PROXIES: '99' }, 'TRUSTED_PROXIES is "99" but must be at most 16 hops'],
    [{ SITE_URL: 'ftp://onda.studio' }, 'SITE_URL is "ftp://onda.studio"'],
    [
      { DATABASE_URL: 'mysql://u:geheim@h/d' },
      'DATABASE_URL is "mysql://u:***@h/d" but must be of the form postgres://',
    ],
    [{ DATABASE_URL: 'postgres://localhost' }, 'DATABASE_URL is "postgres://localhost"'],
    [{ API_BASE_URL: 'https://api.onda.studio?key=1' }, 'API_BASE_URL is "https://api.onda.studio?key=1"'],
    [{ COOKIE_DOMAIN: 'other.example' }, 'COOKIE_DOMAIN is "other.example" but must be the host of SITE_URL'],
    [
      { ENVIRONMENT: 'prod' },
      'ENVIRONMENT is "prod" but must be one of production, staging, development, test.',
    ],
    [
      { FUNCTION_SECRET_SUPABASE_URL: 'geheim' },
      'FUNCTION_SECRET_SUPABASE_URL (value hidden) must be called FUNCTION_SECRET_ and a name',
    ],
    [{ DEMO: 'maybe' }, 'DEMO is "maybe" but must be on or off.'],
    [
      { REST_TX_END: 'rollback' },
      'REST_TX_END is "rollback" but must be one of commit, commit-allow-override.',
    ],
    [{ REST_SCHEMAS: 'public;drop' }, 'REST_SCHEMAS is "public;drop"'],
    [{ REST_MAX_ROWS: '0' }, 'REST_MAX_ROWS is "0"'],
    [{ REST_MAX_EMBEDS: 'many' }, 'REST_MAX_EMBEDS is "many" but must be a whole number'],
    [{ AUTH_PASSWORD_MIN: '3' }, 'AUTH_PASSWORD_MIN is "3" but must be a whole number from 6 to 72.'],
    [{ AUTH_TEST_OTPS: '1555' }, 'AUTH_TEST_OTPS is "1555"'],
    [{ AUTH_REDIRECT_URLS: '/back' }, 'AUTH_REDIRECT_URLS is "/back"'],
    [{ AUTH_REDIRECT_URLS: 'https://**' }, 'AUTH_REDIRECT_URLS is "https://**"'],
    [{ AUTH_REDIRECT_URLS: 'https://me@onda.studio/**' }, 'AUTH_REDIRECT_URLS is'],
    [{ STORAGE_FILE_SIZE_LIMIT: 'huge' }, 'STORAGE_FILE_SIZE_LIMIT is "huge" but must be a size above zero'],
    [{ STORAGE_FILE_SIZE_LIMIT: '0mb' }, 'STORAGE_FILE_SIZE_LIMIT is "0mb"'],
    [
      { SMTP_URL: 'http://mail' },
      'SMTP_URL is "http://mail" but must be a URL that begins with smtp:// or smtps://',
    ],
    [{ AUTH_GITHUB_URL: 'https://git.example' }, 'AUTH_GITHUB_URL is set but AUTH_GITHUB_CLIENT_ID and'],
    [{ SMS_WEBHOOK_URL: 'sms.example' }, 'SMS_WEBHOOK_URL is "sms.example" but must be a URL'],
    [{ SMS_WEBHOOK_SECRET: 'a'.repeat(16) }, 'SMS_WEBHOOK_SECRET is set but SMS_WEBHOOK_URL is not.'],
    [{ MAIL_FROM: 'hello' }, 'MAIL_FROM is "hello"'],
    [{ ANALYTICS_ID: '<script>' }, 'ANALYTICS_ID is "<script>"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud" but must be one of'],
    [{ RADIO_STREAM_URL: 'live.mp3' }, 'RADIO_STREAM_URL is "live.mp3"'],
    [
      { TURNSTILE_SITE_KEY: 'a' },
      'TURNSTILE_SITE_KEY is set but TURNSTILE_SECRET_KEY is not: set all of TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY, or none.',
    ],
    [{ TURNSTILE_VERIFY_URL: 'http://a' }, 'TURNSTILE_VERIFY_URL is set but'],
    [{ AUTH_GOOGLE_CLIENT_SECRET: 'a' }, 'AUTH_GOOGLE_CLIENT_SECRET is set but AUTH_GOOGLE_CLIENT_ID is not'],
    [
      { S3_ENDPOINT: 'http://a', S3_BUCKET: 'b' },
      'S3_ENDPOINT and S3_BUCKET are set but S3_ACCESS_KEY_ID and',
    ],
    [{ S3_REGION: 'eu' }, 'S3_REGION is set but'],
    [{ BACKUP_S3_BUCKET: 'b' }, 'BACKUP_S3_BUCKET is set but BACKUP_S3_ENDPOINT and'],
    [{ BACKUP_S3_KEEP: '0' }, 'BACKUP_S3_KEEP is "0" but must be a whole number from 1'],
    [{ BACKUP_S3_KEEP: '7' }, 'set all of the BACKUP variables, or none'],
    [{ ...BACKUP_S3, BACKUP_S3_PREFIX: '../a' }, 'BACKUP_S3_PREFIX is "../a" but must be'],
    [{ BACKUP_WAL: 'on' }, 'BACKUP_WAL is on but BACKUP_S3_ENDPOINT is not set'],
    [
      { ...BACKUP_S3, BACKUP_WAL: 'on', DATABASE_URL: 'postgres://a@b/c' },
      'BACKUP_WAL works with the embedded PostgreSQL only',
    ],
    [{ STRIPE_SECRET_KEY: 'a' }, 'STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not'],
    [{ BACKEND_URL: 'https://a.supabase.co' }, 'BACKEND_URL is set but ANON_KEY is not'],
    [
      { BACKEND_URL: 'https://a.supabase.co', ANON_KEY: 'sb_publishable_a' },
      'BACKEND_URL is set but DATABASE_URL is not: set DATABASE_URL to the connection string of that project.',
    ],
  ])('stops at %j with one line that names it', (env, message) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });

  it.each([
    [
      // One character of the key is mistyped.
      { ...BACKUP_S3, BACKUP_ENCRYPTION_KEY: BACKUP_KEY.replace('VM', 'VN') },
      'ZURC9F5W',
      'BACKUP_ENCRYPTION_KEY (value hidden) must be an age secret key',
    ],
    [{ JWT_SECRET: 'hunter2' }, 'hunter2', 'JWT_SECRET (value hidden) must be at least 32 characters'],
    [
      { SMS_WEBHOOK_URL: 'https://sms.example', SMS_WEBHOOK_SECRET: 'too-short' },
      'too-short',
      'SMS_WEBHOOK_SECRET (value hidden) must be 16 to 512',
    ],
    [{ SETUP_TOKEN: 'a/b c?d!e' }, 'a/b', 'SETUP_TOKEN (value hidden) must be'],
    [{ SERVICE_ROLE_KEY: 'plain-key' }, 'plain-key', 'SERVICE_ROLE_KEY (value hidden) must be a JWT'],
    [
      { JWT_KEYS: '{"kty":"oct","k":"topsecret"}' },
      'topsecret',
      'JWT_KEYS (value hidden) must be a JSON array',
    ],
    [{ JWT_KEYS: 'topsecret' }, 'topsecret', 'JWT_KEYS (value hidden) must be a JSON array'],
    [{ JWT_KEYS: '[{"kty":"EC","key_ops":["verify"]}]' }, 'verify', 'of which one has "sign" in its key_ops'],
    [{ JWT_KEYS: '[{"kty":"EC","x":"abc","key_ops":["sign"]}]' }, 'abc', 'must hold its private part'],
  ])('never repeats a secret: %j', (env, secret, message) => {
    const read = () => readConfig(env);
    expect(read).toThrow(message);
    expect(read).not.toThrow(secret);
  });

  it('takes JWT_KEYS with a private signing key', () => {
    const keys = [{ kty: 'EC', kid: 'a', crv: 'P-256', x: 'x', y: 'y', d: 'd', key_ops: ['sign'] }];
    expect(readConfig({ JWT_KEYS: JSON.stringify(keys) }).jwtKeys).toEqual(keys);
  });
});

it('takes a folder of languages only where it lists them', () => {
  expect(readConfig({ MESSAGES_DIR: 'messages' }).messagesDir).toMatch(/messages$/);
  expect(readConfig({}).messagesDir).toBeUndefined();
  expect(() => readConfig({ MESSAGES_DIR: '/nowhere' })).toThrow('must be a folder with a languages.json');
});
