// Headers that every answer has unless the part that made it chose its own.

type HeaderList = [name: string, value: string][];

export function withHeaders(response: Response, defaults: HeaderList): Response {
  try {
    return addMissing(response, defaults);
  } catch {
    // Answers that came from another server, and redirects, are immutable.
    return addMissing(new Response(response.body, response), defaults);
  }
}

/** Browsers show these in their own viewer, which runs no scripts and which a sandbox would break. */
export function isPlayed({ headers }: Response): boolean {
  return /^(audio|video)\/|^application\/pdf$/.test(headers.get('content-type') ?? '');
}

function addMissing(response: Response, defaults: HeaderList): Response {
  for (const [name, value] of defaults) if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}
