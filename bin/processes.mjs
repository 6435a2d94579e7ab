// The processes around the server: the older Node that started it, and npm above. Signals and exit codes pass through;
// when the one above is gone for good, so are we.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LOOK_UP_MS = 1000;

/**
 * Runs a program to its end and answers its exit code or signal. A signal to us is one to it:
 * we pass it on, wait for the end, and end as well, so that no half-done work goes on alone.
 */
export function runChild(program, parameters, options) {
  const child = spawn(program, parameters, options);
  let wasStopped = false;
  const passOn = (signal) => {
    wasStopped = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const ended = new Promise((resolve, reject) => {
    const settle = (finish) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      if (wasStopped) process.exit(1);
      finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, signal) => settle(() => resolve(code ?? signal)));
  });
  return { child, ended };
}

/** Runs the same command on the Node of node_modules and ends as it ends. */
export function rerunOnNewerNode() {
  const script = fileURLToPath(new URL('./start.mjs', import.meta.url));
  const child = spawn(findNode(), [...process.execArgv, script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // The child watches this process, as this one watches npm.
    env: { ...process.env, ONDA_FOLLOWS_PARENT: '1' },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (!signal) process.exit(code ?? 1);
      for (const name of SIGNALS) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    });
  });
}

/**
 * A killed npm (kill -9) passes no signal on, and the server would run on unseen and hold the port.
 * Only under npm or under our own older Node: a server started by hand may well outlive its shell.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event && !process.env.ONDA_FOLLOWS_PARENT) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_UP_MS);
  timer.unref();
}
