// The program: configuration, data folder, secrets, database, app, address; then closes on a signal.
// Started by bin/start.mjs in the same process. With --backend only the backend host runs.
// Whatever goes wrong at the start is one clear line and exit code 1 (LOG_LEVEL=debug adds the stack).
import { setSpeech } from '#app/language/messages.ts';
import { claimPort, describeListenFailure } from './claim-port.ts';
import { type Config, ConfigError, isDebug, readConfig } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import type { Environment } from './environment-reader.ts';
import { currentSpeech, loadCatalogues } from './language/current-language.ts';
import { createLogRing } from './log-ring.ts';
import { createLogger, type Logger } from './logger.ts';
import { openDatabase, prepareForBackend, prepareForStudio, whilePreparing } from './open-database.ts';
import { openHttps } from './open-https.ts';
import { openProject, type Project, projectArgument } from './project/find-project.ts';
import { prepareProject } from './project/prepare-project.ts';
import { projectEnvironment } from './project/project-environment.ts';
import { loadSecrets } from './secrets.ts';
import { issueSetupToken } from './setup-token.ts';
import { createShutdown } from './shutdown.ts';
import { createTerminalProgress } from './terminal-progress.ts';

class StartEnded extends Error {}

const STOP_LIMIT_MS = 15_000;
const SAME_SIGNAL_MS = 300;
const isBackendAlone = process.argv.includes('--backend');
const isDevelopment = process.argv.includes('--dev');
let project: Project | undefined;
const print = (text: string) => void process.stdout.write(text);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

// A reader that went away (a closed terminal, `npm start | head`) is no reason to fall over.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let starting: Promise<void> = Promise.resolve();
setSpeech(currentSpeech);

const shutdown = createShutdown({
  starting: () => starting,
  limitMs: STOP_LIMIT_MS,
  exit: (code) => process.exit(code),
  report: complain,
});
let askedMs = 0;
listenToSignals();

starting = start();
starting.catch((error: unknown) => {
  if (error instanceof StartEnded) return;
  complain(isDebug(process.env) && error instanceof Error ? String(error.stack) : oneLine(error));
  shutdown.end(1);
});

function listenToSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Vite, in development, ends the process on SIGTERM by itself, before PostgreSQL is stopped.
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
}

function stop(): void {
  // Ctrl-C arrives twice, from the terminal and through npm: that counts as one signal.
  if (shutdown.isEnding && Date.now() - askedMs > SAME_SIGNAL_MS) shutdown.insist();
  if (askedMs) return;
  askedMs = Date.now();
  print('\n  Stopping\n');
  shutdown.end(0);
}

async function start(): Promise<void> {
  const config = await readConfigWithPort();
  loadCatalogues(config.messagesDir);
  const ring = createLogRing();
  const log = createLogger(config.logLevel, ring);
  stopOnBugs(log);
  if (config.traces)
    shutdown.opened((await import('./traces/start-traces.ts')).startTraces(config.traces, log));
  await prepareDataDirectory(config.dataDir);
  const https = await openHttps(isBackendAlone ? { ...config, siteUrl: config.apiUrl } : config, log);
  const secrets = await loadSecrets(config);
  const progress = createTerminalProgress(print);
  const database = await openDatabase({
    config,
    secrets,
    progress,
    onLost: stopWith(log, 'database lost'),
    mayArchive: !isBackendAlone,
    onReviveFailed: (error) => log.error({ err: error }, 'PostgreSQL could not be started; trying again'),
  });
  shutdown.opened(database);
  await whilePreparing(database, async (preparing) => {
    endIfAsked();
    const { isFromEarlierVersion } = await prepareForBackend(preparing, config, progress, {
      isForProjects: isBackendAlone,
    });
    endIfAsked();
    if (!isBackendAlone) await prepareForStudio(preparing, config, progress, (message) => log.warn(message));
    // Rights that the project's own migrations revoked are not known here, so they have to be revoked again by hand.
    else if (isFromEarlierVersion)
      log.warn(
        'earlier versions granted everything in schema public to the API roles at each start; if your migrations revoke rights there, apply these revokes again',
      );
  });
  endIfAsked();
  const found = project;
  // New connections: the search path that migrations rely on was set just now.
  if (found) await whilePreparing(database, (preparing) => prepareProject(preparing, found, progress));
  endIfAsked();
  progress.step('Starting the server');
  const app = isBackendAlone
    ? await (await import('./create-backend-app.ts')).createBackendApp({
        config,
        secrets,
        database,
        log,
        certificates: https?.certificates,
      })
    : await (await import('./create-app.ts')).createApp({
        config,
        secrets,
        database,
        log,
        certificates: https?.certificates,
        ring,
        isDevelopment,
      });
  shutdown.opened(app);
  listenToSignals();
  endIfAsked();
  const { url } = await app.listen().catch((error: unknown) => {
    throw new Error(describeListenFailure(config, error), { cause: error });
  });
  if (https) {
    shutdown.opened(https);
    await https.listen(database.sql).catch((error: unknown) => {
      throw new Error(describeListenFailure(httpPortOf(config), error), { cause: error });
    });
  }
  progress.done();
  const token = isBackendAlone ? undefined : await issueSetupToken(database.sql, config);
  print(`\n  onda is running at ${url}\n`);
  if (token) print(`  Create the owner account here (link works once): ${url}/setup?token=${token}\n`);
  print('  Ctrl-C stops it.\n\n');
}

/** A signal during the start ends it at its next step: the whole of it may take longer than there is to stop. */
function endIfAsked(): void {
  if (shutdown.isEnding) throw new StartEnded();
}

/** PORT=0 is settled first, because links, cookies and redirects are built on the port's number. */
async function readConfigWithPort(): Promise<Config> {
  const directory = projectArgument(process.argv);
  if (directory !== undefined && !isBackendAlone)
    throw new ConfigError('--project is for the backend alone: npm run backend -- --project DIR');
  project = directory === undefined ? undefined : openProject(directory, process.env);
  const readEnvironment = (env: Environment) => readConfig(project ? projectEnvironment(project, env) : env);
  const config = readEnvironment(process.env);
  const port = await claimPort(config);
  if (config.tls?.httpPort) await claimPort(httpPortOf(config));
  return port === config.port ? config : readEnvironment({ ...process.env, PORT: String(port) });
}

function httpPortOf({ host, tls }: Config) {
  return { host, port: tls?.httpPort ?? 0, variable: 'HTTP_PORT' };
}

function stopWith(log: Logger, message: string) {
  return (error: unknown) => {
    log.fatal({ err: error }, message);
    shutdown.end(1);
  };
}

// After an uncaught error the state is unknown: close the database properly and let a supervisor restart us.
function stopOnBugs(log: Logger): void {
  process.on('uncaughtException', stopWith(log, 'uncaught error'));
  process.on('unhandledRejection', stopWith(log, 'unhandled rejection'));
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ').trim();
}
