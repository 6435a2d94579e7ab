// Renders the blocks of a newsletter issue (headings, paragraphs, quotes, links) as HTML and as plain text.
import { currentLanguage } from '#app/language/messages.ts';
import { escapeXml } from '#contracts/escape-xml.ts';

export interface EmailBlock {
  kind: 'heading' | 'text' | 'quote' | 'link';
  text: string;
  url?: string;
}

interface BlockStyle {
  font: string;
  ink: string;
  ink2: string;
  line: string;
  primary: string;
  onPrimary: string;
}

export function blocksText(blocks: EmailBlock[]): string[] {
  return blocks.filter(isVisible).map(({ kind, text, url }) => {
    if (kind === 'heading') return `${text}\n${'-'.repeat(Math.min(60, text.length))}`;
    if (kind === 'quote') return text.replaceAll(/^/gm, '> ');
    return kind === 'link' ? `${text}:\n${url}` : text;
  });
}

export function blocksHtml(
  blocks: EmailBlock[],
  { font, ink, ink2, line, primary, onPrimary }: BlockStyle,
): string {
  const toHtml = (text: string) => escapeXml(text).replaceAll('\n', '<br>');
  const isRightToLeft = currentLanguage().direction === 'rtl';
  // Mail clients do not know the logical properties.
  const quoteSide = isRightToLeft
    ? `padding:2px 16px 2px 0;border-right:4px solid ${line}`
    : `padding:2px 0 2px 16px;border-left:4px solid ${line}`;
  return blocks
    .filter(isVisible)
    .map(({ kind, text, url }) => {
      if (kind === 'heading')
        return `<h2 class="ink" style="margin:28px 0 10px;font:700 20px/1.25 ${font};color:${ink};">${toHtml(text)}</h2>`;
      if (kind === 'quote')
        return `<blockquote class="ink2 line" style="margin:0 0 16px;${quoteSide};font:400 17px/1.5 ${font};color:${ink2};">${toHtml(text)}</blockquote>`;
      if (kind === 'link')
        return `<p style="margin:8px 0 24px;"><a class="primary on-primary" href="${escapeXml(url ?? '')}" style="display:inline-block;padding:13px 24px;background-color:${primary};font:700 16px/1.2 ${font};color:${onPrimary};text-decoration:none;">${toHtml(text)}</a></p>`;
      return `<p class="ink" style="margin:0 0 16px;font:400 16px/1.55 ${font};color:${ink};">${toHtml(text)}</p>`;
    })
    .join('\n');
}

/** Only http and https links: an email never contains a link that runs a script. */
function isVisible({ kind, text, url }: EmailBlock): boolean {
  return text !== '' && (kind !== 'link' || /^https?:\/\//.test(url ?? ''));
}
