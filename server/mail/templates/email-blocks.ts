// The pieces of the studio's letter (headings, paragraphs, quotes, links) as a mail carries them, and as plain text.

export interface EmailBlock {
  kind: 'heading' | 'text' | 'quote' | 'link';
  text: string;
  url?: string;
}

interface BlockLook {
  font: string;
  ink: string;
  ink2: string;
  line: string;
  green: string;
  safe(text: string): string;
}

export function blocksText(blocks: EmailBlock[]): string[] {
  return blocks.filter(isThere).map(({ kind, text, url }) => {
    if (kind === 'heading') return `${text}\n${'-'.repeat(Math.min(60, text.length))}`;
    if (kind === 'quote') return text.replaceAll(/^/gm, '> ');
    return kind === 'link' ? `${text}:\n${url}` : text;
  });
}

export function blocksHtml(blocks: EmailBlock[], { font, ink, ink2, line, green, safe }: BlockLook): string {
  const words = (text: string) => safe(text).replaceAll('\n', '<br>');
  return blocks
    .filter(isThere)
    .map(({ kind, text, url }) => {
      if (kind === 'heading')
        return `<h2 class="ink" style="margin:28px 0 10px;font:700 20px/1.25 ${font};color:${ink};">${words(text)}</h2>`;
      if (kind === 'quote')
        return `<blockquote class="ink2 line" style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:4px solid ${line};font:400 17px/1.5 ${font};color:${ink2};">${words(text)}</blockquote>`;
      if (kind === 'link')
        return `<p style="margin:8px 0 24px;"><a class="green" href="${safe(url ?? '')}" style="display:inline-block;padding:13px 24px;background-color:${green};font:700 16px/1.2 ${font};color:${ink};text-decoration:none;">${words(text)}</a></p>`;
      return `<p class="ink" style="margin:0 0 16px;font:400 16px/1.55 ${font};color:${ink};">${words(text)}</p>`;
    })
    .join('\n');
}

/** Web addresses only: a letter never carries a link that runs something. */
function isThere({ kind, text, url }: EmailBlock): boolean {
  return text !== '' && (kind !== 'link' || /^https?:\/\//.test(url ?? ''));
}
