// The HTTPS front of the browser tests, as a studio has one: nginx where it is installed, with the recipe of the
// handbook (deploy/nginx.conf), else a small proxy of our own that does the same. Ends with its process.
import { spawn, spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const port = Number(process.env.TLS_PORT);
// Several ports stand for several processes of one studio.
const targets = (process.env.TARGET_PORT ?? '').split(',').map(Number);
const target = targets[0];
const folder = join(tmpdir(), `onda-tls-${port}`);
const keyFile = join(folder, 'key.pem');
const certificateFile = join(folder, 'certificate.pem');
const DAY_MS = 24 * 3600 * 1000;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await makeCertificate();
if (spawnSync('nginx', ['-v']).error) startOwnProxy();
else startNginx();

async function makeCertificate(): Promise<void> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: algorithm,
    keys: keys as CryptoKeyPair,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  writeFileSync(keyFile, `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`, { mode: 0o600 });
  writeFileSync(certificateFile, certificate.toString('pem'));
}

/** As docs/operate.md has it for more than one process. */
function servers(): string {
  return targets.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ');
}

/** One line a request, for who wants to count what people were answered. */
function accessLog(): string {
  const file = process.env.ACCESS_LOG;
  if (!file) return 'access_log off;';
  return `log_format answers '$msec $status $request_method $request_uri'; access_log ${file} answers;`;
}

function startNginx(): void {
  const recipe = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8')
    // The redirect from port 80 is not for tests.
    .replace(/# Plain HTTP[\s\S]*?\n}\n/, '')
    .replace(/listen 443 ssl http2;\n\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`)
    .replace('server_name studio.example;', 'server_name localhost 127.0.0.1;')
    .replace('server 127.0.0.1:3000;', servers())
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificateFile};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${keyFile};`);
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr error; worker_processes 1;
     events { worker_connections 1024; }
     http { ${accessLog()} client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       ${recipe} }`,
  );
  const nginx = spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'inherit' });
  nginx.once('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => nginx.kill('SIGTERM'));
}

function startOwnProxy(): void {
  const passOn = (incoming: IncomingMessage) =>
    request({
      // As the recipe for nginx: a connection for each request.
      agent: false,
      host: '127.0.0.1',
      port: target,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress ?? '',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': incoming.headers.host ?? '',
      },
    });
  const server = createServer(
    {
      key: readFileSync(keyFile),
      cert: readFileSync(certificateFile),
      // What is too much for the program is its own to answer.
      maxHeaderSize: 131_072,
      // As nginx: Node's own five seconds close connections that a test is about to use again.
      keepAliveTimeout: 75_000,
    },
    (incoming, response) => {
      const onward = passOn(incoming);
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      response.on('close', () => onward.destroy());
      incoming.pipe(onward);
    },
  );
  server.on('upgrade', (incoming, socket, head) => {
    const onward = passOn(incoming);
    onward.on('upgrade', (answer, stream, first) => {
      const lines = [`HTTP/1.1 101 Switching Protocols`];
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (first.length > 0) socket.write(first);
      if (head.length > 0) stream.write(head);
      stream.pipe(socket).pipe(stream);
      stream.on('error', () => socket.destroy());
      socket.on('error', () => stream.destroy());
    });
    onward.on('response', () => socket.destroy());
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  server.listen(port, '127.0.0.1');
}
