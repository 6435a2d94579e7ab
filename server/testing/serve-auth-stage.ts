// The stage for tests of the accounts from outside, as a separate program: security keys in software, a small
// identity provider, a mail server and a sender of text messages; with "--host" also the backend itself, as
// `npm run backend` runs it, on a separate database. Prints one line of JSON when it is ready and ends when its
// standard input closes; with an error if the backend logged one.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { startProvider } from '#backend/auth/testing/provider-server.ts';
import { SoftwareAuthenticator } from '#backend/auth/testing/software-authenticator.ts';
import { startSmsSender } from '../mail/testing/sms-sender.ts';
import { startSmtpServer } from '../mail/testing/smtp-server.ts';
import { startBackendProgram } from './start-backend-program.ts';

const provider = await startProvider();
const sender = await startSmsSender();
const smtp = await startSmtpServer();
const program = process.argv.includes('--host')
  ? await startBackendProgram({
      SMTP_URL: smtp.url,
      SMS_WEBHOOK_URL: sender.url,
      AUTH_GOOGLE_CLIENT_ID: provider.clientId,
      AUTH_GOOGLE_CLIENT_SECRET: provider.clientSecret,
      AUTH_GOOGLE_URL: provider.url,
    })
  : undefined;
const devices: SoftwareAuthenticator[] = [];

const control = new Hono();
control.get('/mails', (context) => {
  const mail = smtp.mails.findLast(({ to }) => to.includes(context.req.query('to') ?? ''));
  const query = /\/confirm\?([^\s"]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const link = new URLSearchParams(query.replaceAll('&amp;', '&'));
  return context.json(
    mail
      ? {
          code: /\b(\d{6})\b/.exec(mail.text)?.[1],
          tokenHash: link.get('token_hash'),
          kind: link.get('type'),
        }
      : null,
  );
});
control.get('/texts', (context) => {
  const text = sender.messages.findLast(({ to }) => to === `+${context.req.query('to')}`);
  return context.json(text ? { code: /\b(\d{6})\b/.exec(text.text)?.[1], messageId: text.id } : null);
});
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

const server = serve(
  { fetch: control.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
  ({ port }) => console.log(JSON.stringify({ controlUrl: `http://127.0.0.1:${port}`, ...program?.place })),
);

process.stdin.resume();
process.stdin.once('end', async () => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  server.close();
  const fault = await program?.close();
  await Promise.all([provider.close(), sender.close(), smtp.close()]);
  if (fault) console.error(fault);
  process.exit(fault ? 1 : 0);
});
