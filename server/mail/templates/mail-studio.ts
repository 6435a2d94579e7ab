// The studio's name, web address, colour and logo, read each time an email is written.

import { deriveBrand } from '#app/features/brand/derive-brand.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { LinkedSite } from '../../language/page-url.ts';

/** The studio's own colour in light and dark mode, and the text on it. */
export interface MailColors {
  primary: { light: string; dark: string };
  onPrimary: { light: string; dark: string };
}

export interface MailStudio extends LinkedSite {
  studioName: string;
  /** Without them it is onda's green. */
  colors?: MailColors;
  logoUrl?: string;
}

interface Row {
  name: string;
  language: string;
  primary_colour: string | null;
  logo_path: string | null;
}

export async function readMailStudio(sql: Sql | TransactionSql, siteUrl: string): Promise<MailStudio> {
  const [row] = await sql<
    Row[]
  >`select name, languages[1] as language, primary_colour, logo_path from public.studio`;
  return {
    studioName: row?.name ?? 'onda',
    siteUrl,
    defaultLanguage: row?.language ?? 'en',
    ...(row?.primary_colour && { colors: deriveBrand(row.primary_colour) }),
    // At SITE_URL, which redirects when uploads have their own host. As PNG, because mail clients show no SVG.
    ...(row?.logo_path && {
      logoUrl: `${siteUrl}/storage/v1/object/public/brand/${row.logo_path.replace(/\.svg$/, '.png')}`,
    }),
  };
}
