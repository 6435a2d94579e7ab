// Links to the site's pages in emails and calendar files.
import { currentLanguage } from '#app/language/messages.ts';

export interface LinkedSite {
  siteUrl: string;
  /** Its pages have no prefix in their address. */
  defaultLanguage: string;
}

/** The address of a public page in the language of the moment: "https://studio.example/pt/classes". */
export function pageUrl({ siteUrl, defaultLanguage }: LinkedSite, path: string): string {
  const { code } = currentLanguage();
  return code === defaultLanguage ? `${siteUrl}${path}` : `${siteUrl}/${code}${path === '/' ? '' : path}`;
}
