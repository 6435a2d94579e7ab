// Cloudflare's invisible widget: loads its script once, renders, resolves with the token of its callback.

interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      size: 'invisible';
      action: string;
      callback: (token: string) => void;
      'error-callback': (code: string) => void;
    },
  ): string;
  remove(widgetId: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
// The server refuses a token that names another action: one made by somebody else's widget.
const ACTION = 'bot-check';
let loading: Promise<Turnstile> | undefined;

export async function runTurnstile(siteKey: string, container: HTMLElement): Promise<string> {
  loading ??= load();
  const turnstile = await loading;
  let widgetId: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      widgetId = turnstile.render(container, {
        sitekey: siteKey,
        size: 'invisible',
        action: ACTION,
        callback: resolve,
        'error-callback': (code) => reject(new Error(`Turnstile answered ${code}.`)),
      });
    });
  } finally {
    if (widgetId) turnstile.remove(widgetId);
  }
}

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const { turnstile } = window as Window & { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else reject(new Error('Turnstile did not start.'));
    };
    script.onerror = () => reject(new Error('Turnstile could not be loaded.'));
    document.head.append(script);
  });
}
