// The oldest way to serve a function: serve() of the standard library's http/server.ts.
type Handler = (request: Request, connection?: unknown) => Response | Promise<Response>;

const offered = globalThis as typeof globalThis & { Deno: { serve(handler: Handler): unknown } };

/** Options such as a port have no meaning here: the host decides where requests come from. */
export async function serve(handler: Handler): Promise<void> {
  offered.Deno.serve(handler);
}
