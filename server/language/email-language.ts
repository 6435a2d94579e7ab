// The language of emails to an account.
import type { Sql } from '#backend/database/driver/sql.ts';

/** The one that the person chose, else the one of the page they use, else the studio's default. */
export async function readEmailLanguage(sql: Sql, userId: string, pageUrl?: string): Promise<string> {
  const used = pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).pathname.split('/')[1] : undefined;
  const [row] = await sql<{ language: string }[]>`
    select private.email_language(${userId}, ${used ?? null}) as language`;
  return row?.language ?? 'en';
}
