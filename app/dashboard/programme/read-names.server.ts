import type { StudioClient } from '#contracts/studio-client.ts';

/** The names of the accounts behind these events. */
export async function readNames(
  backend: StudioClient,
  events: readonly { actor: string | null }[],
): Promise<(actor: string | null) => string | undefined> {
  const actors = [...new Set(events.flatMap(({ actor }) => actor ?? []))];
  if (actors.length === 0) return () => undefined;
  const { data } = await backend.from('profiles').select('user_id,name').in('user_id', actors);
  return (actor) => data?.find(({ user_id }) => user_id === actor)?.name;
}
