/** The title of a document: the page's name, then the studio's in lower case. The home page has the studio's name alone. */
export function documentTitle(studioName: string, pageName?: string): string {
  const name = studioName.toLowerCase();
  return pageName ? `${pageName} · ${name}` : name;
}
