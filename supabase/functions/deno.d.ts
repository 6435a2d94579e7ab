// What functions use of Deno, for the type checker here; on a hosted Supabase the real one is there.
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
