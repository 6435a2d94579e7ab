/** The public reads published rows only: row policies see to it, this says so to the type checker. */
export function isPublished<Row extends { published_at: string | null }>(
  row: Row,
): row is Row & { published_at: string } {
  return row.published_at !== null;
}
