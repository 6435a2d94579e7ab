/** When a list of sessions expires: the next moment one of them begins or ends. */
export function nextChange(sessions: { starts_at: string; ends_at: string }[], now: Date): Date | undefined {
  const moments = sessions
    .flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), Date.parse(ends_at)])
    .filter((moment) => moment > now.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}
