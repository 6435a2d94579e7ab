// The stage for tests from outside, as a program of its own: security keys in software and a small identity provider,
// and with "--host" the auth service itself with its messages open to read. Prints one line of JSON when it is ready
// and ends when its standard input closes.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair } from 'jose';
import { startProvider } from './provider-server.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { startAuth, type TestAuth } from './start-auth.ts';

const provider = await startProvider();
const test = process.argv.includes('--host') ? await startHost() : undefined;
const devices: SoftwareAuthenticator[] = [];
const closers: (() => Promise<void>)[] = [];

const control = new Hono();
control.get('/mails', (context) => context.json(test?.mailTo(context.req.query('to') ?? '')));
control.get('/texts', (context) => context.json(test?.textTo(context.req.query('to') ?? '')));
control.post('/devices', async (context) => {
  const { origin } = await context.req.json<{ origin: string }>();
  return context.json({ id: devices.push(new SoftwareAuthenticator(origin)) - 1 });
});
control.post('/devices/:id/:action', async (context) => {
  const device = devices[Number(context.req.param('id'))];
  const options = await context.req.json();
  if (!device) return context.notFound();
  return context.json(
    context.req.param('action') === 'create' ? device.create(options) : device.get(options),
  );
});
control.post('/provider/person', async (context) => {
  provider.person = await context.req.json();
  return context.json({});
});
control.post('/provider/approve', async (context) => {
  const { url } = await context.req.json<{ url: string }>();
  return context.json({ url: (await provider.approve(url)).href });
});
control.post('/provider/id-token', async (context) => {
  const { isForged, ...claims } = await context.req.json<Record<string, unknown>>();
  return context.json({ token: isForged ? await provider.forgedIdToken() : await provider.idToken(claims) });
});

const ready = {
  controlUrl: await listen(control.fetch),
  ...(test && {
    url: await listen(test.auth.fetch),
    anonKey: test.anonKey,
    serviceRoleKey: test.serviceRoleKey,
    siteUrl: 'http://localhost:3000',
  }),
};
console.log(JSON.stringify(ready));

process.stdin.resume();
process.stdin.once('end', async () => {
  for (const close of closers) await close();
  await provider.close();
  await test?.close();
  process.exit();
});

async function startHost(): Promise<TestAuth> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return startAuth({
    google: {
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      endpoints: {
        authorizeUrl: `${provider.url}/authorize`,
        tokenUrl: `${provider.url}/token`,
        userInfoUrl: `${provider.url}/userinfo`,
        issuer: provider.url,
        jwksUrl: `${provider.url}/jwks`,
      },
    },
    jwtKeys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'suite', key_ops: ['sign', 'verify'] }],
  });
}

function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    closers.push(async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    });
  });
}
