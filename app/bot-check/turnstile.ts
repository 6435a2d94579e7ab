// Cloudflare's invisible widget: loads its script, renders, resolves with the token of its callback.
import { BotCheckError } from './bot-check-error.ts';

interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      size: 'invisible';
      action: string;
      callback: (token: string) => void;
      'error-callback': (code: string) => boolean;
      'timeout-callback': () => void;
      'unsupported-callback': () => void;
    },
  ): string | undefined;
  remove(widgetId: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
// The server rejects a token that names another action, made by another site's widget.
const ACTION = 'bot-check';
let loading: Promise<Turnstile> | undefined;

export async function runTurnstile(siteKey: string, { signal }: { signal: AbortSignal }): Promise<string> {
  loading ??= load().catch((reason) => {
    // The next check loads the script again: the blocker may be off by then.
    loading = undefined;
    throw reason;
  });
  const turnstile = await loading;
  let widgetId: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const fail = (what: string) => reject(new BotCheckError('failed', `Turnstile: ${what}.`));
      widgetId = turnstile.render(container(), {
        sitekey: siteKey,
        size: 'invisible',
        action: ACTION,
        callback: resolve,
        'error-callback': (code) => {
          fail(code);
          return true;
        },
        'timeout-callback': () => fail('timeout'),
        'unsupported-callback': () => fail('unsupported browser'),
      });
      if (widgetId === undefined) fail('not rendered');
    });
  } finally {
    if (widgetId) turnstile.remove(widgetId);
  }
}

/** The page's container for it; a form may be ready before that exists. */
function container(): HTMLElement {
  const place = document.querySelector<HTMLElement>('[data-slot=bot-check]');
  if (place) return place;
  const own = document.createElement('div');
  own.ariaHidden = 'true';
  return document.body.appendChild(own);
}

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    const fail = () => {
      script.remove();
      reject(new BotCheckError(navigator.onLine ? 'blocked' : 'offline'));
    };
    script.onload = () => {
      const { turnstile } = window as Window & { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      // Some blockers answer with an empty script instead of an error.
      else fail();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}
