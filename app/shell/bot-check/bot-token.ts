// Gets a token that says "a browser did some work here", has the server verify it, and hands it to forms once.
// Turnstile when the studio has a site key, our own proof of work otherwise. Failures are logged, never shown.
import { solveProofOfWork } from './solve-proof-of-work.ts';
import { runTurnstile } from './turnstile.ts';

export interface BotCheckOptions {
  siteKey: string | null;
  /** Empty for the page's own origin. */
  apiBaseUrl: string;
  /** Where Turnstile puts its invisible widget. */
  container: HTMLElement;
}

// The server keeps a verified token for five minutes; a form gets one with time left to be sent.
const FRESH_MS = 4 * 60 * 1000;
const STORED = 'onda:bot-check';

let options: BotCheckOptions | undefined;
let waiting: ((value: BotCheckOptions) => void)[] = [];
let running: Promise<void> | undefined;

export function startBotCheck(given: BotCheckOptions): void {
  options = given;
  for (const resolve of waiting) resolve(given);
  waiting = [];
  // One check serves the pages of the next minutes; a reload does not work for a second one.
  if (!freshToken()) void check();
}

/** A fresh verified token, for one submission. Empty when no check succeeded: the server then says what to do. */
export async function takeBotToken(): Promise<string> {
  if (!freshToken()) await check();
  const token = freshToken();
  store(null);
  return token;
}

/** Once no check is under way: what is less urgent leaves it the line. */
export async function whenChecked(): Promise<void> {
  await running;
}

function freshToken(): string {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as {
      token: string;
      at: number;
    } | null;
    return stored && Date.now() - stored.at < FRESH_MS ? stored.token : '';
  } catch {
    return unstored;
  }
}

// Where storage is forbidden the token lives as long as the page.
let unstored = '';

function store(token: string | null): void {
  unstored = token ?? '';
  try {
    if (token === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify({ token, at: Date.now() }));
  } catch {
    // Forbidden storage, see above.
  }
}

function check(): Promise<void> {
  running ??= run().finally(() => {
    running = undefined;
  });
  return running;
}

async function run(): Promise<void> {
  try {
    const { siteKey, apiBaseUrl, container } =
      options ?? (await new Promise<BotCheckOptions>((r) => waiting.push(r)));
    const token = siteKey ? await runTurnstile(siteKey, container) : await solveProofOfWork(apiBaseUrl);
    const response = await fetch(`${apiBaseUrl}/cloudflare/verify-turnstile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) throw new Error(`The bot check was not accepted (${response.status}).`);
    store(token);
  } catch (error) {
    console.warn('Bot check:', error);
  }
}
