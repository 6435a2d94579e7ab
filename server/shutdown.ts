// Takes the program down in order: what was opened last closes first, each once, within a hard limit.
// Knows nothing of what it closes, nor of signals: see main.ts.

interface Part {
  /** Called as soon as the end begins, before the parts above it are closed. */
  expectClose?(): void;
  close(): Promise<void>;
  /** Called when there is no time left to close it. */
  abandon?(): void;
}

export interface Shutdown {
  readonly isEnding: boolean;
  opened(part: Part): void;
  /** Closes everything and ends the process with this code. Waits for a start that is still going on. */
  end(code: number): void;
  /** Ends the process at once. */
  insist(): void;
}

export function createShutdown(options: {
  /** Settles when the start is over, so that nothing is opened behind our back. */
  starting: () => Promise<unknown>;
  limitMs: number;
  exit: (code: number) => void;
  report: (message: string) => void;
}): Shutdown {
  const { starting, limitMs, exit, report } = options;
  const parts: Part[] = [];
  let isEnding = false;
  let exitCode = 0;

  const insist = () => {
    for (const part of parts) part.abandon?.();
    exit(1);
  };
  const closeAll = async () => {
    await starting().catch(() => undefined);
    for (let part = parts.at(-1); part; part = parts.at(-1)) {
      try {
        await part.close();
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
        exitCode = 1;
      }
      parts.pop();
    }
  };
  return {
    get isEnding() {
      return isEnding;
    },
    opened(part) {
      parts.push(part);
      if (isEnding) part.expectClose?.();
    },
    end(code) {
      exitCode ||= code;
      if (isEnding) return;
      isEnding = true;
      for (const part of parts) part.expectClose?.();
      const limit = setTimeout(() => {
        report(`Not everything closed within ${limitMs / 1000} s; stopping anyway.`);
        insist();
      }, limitMs);
      void closeAll().then(() => {
        clearTimeout(limit);
        exit(exitCode);
      });
    },
    insist,
  };
}
