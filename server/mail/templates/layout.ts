// Renders an email in the studio's design: as HTML that mail clients support (tables, inline styles, no remote fonts, no image
// but the logo) and as plain text. Clients with dark mode get dark colours.

import { currentLanguage, t } from '#app/language/messages.ts';
import { escapeXml } from '#contracts/escape-xml.ts';
import { pageUrl } from '../../language/page-url.ts';
import { blocksHtml, blocksText, type EmailBlock } from './email-blocks.ts';
import type { MailColors, MailStudio } from './mail-studio.ts';

export interface Email extends MailStudio {
  subject: string;
  heading: string;
  /** The first paragraph; mail clients also show it as the preview. */
  intro: string;
  /** Shown large and unbroken: mail apps offer to copy it. */
  code?: string;
  button?: { label: string; url: string };
  /** A table of label and value, such as when and where. */
  facts?: [label: string, value: string][];
  /** Further paragraphs between facts and closing. */
  paragraphs?: string[];
  /** The content of a newsletter issue. */
  blocks?: EmailBlock[];
  /** A link in the footer, such as unsubscribing. */
  footerLink?: { label: string; url: string };
  /** How long code and link are valid. */
  expiry?: string;
  closing: string;
}

/** An email without the studio's name, address and colours, which are added when it is rendered. */
export type EmailContent = Omit<Email, keyof MailStudio>;

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const light = { paper: '#f2f5f2', ink: '#0d1611', ink2: '#49534d', line: '#c3c9c3' };
const dark = { paper: '#0b120e', ink: '#eaeeea', ink2: '#a9b0aa', line: '#313b35' };
const GREEN: MailColors = {
  primary: { light: '#00bb4b', dark: '#1bc955' },
  onPrimary: { light: light.ink, dark: light.ink },
};
const font = "'Radio Canada', 'Helvetica Neue', Helvetica, Arial, sans-serif";

export function renderEmail(email: Email): RenderedEmail {
  return { subject: email.subject, text: renderText(email), html: renderHtml(email) };
}

function renderText(email: Email): string {
  const { heading, intro, code, facts, paragraphs, blocks, button, expiry, closing, footerLink, studioName } =
    email;
  const parts = [
    heading,
    ...(intro ? [intro] : []),
    ...(code ? [`    ${code}`] : []),
    ...(facts
      ? [facts.map(([label, value]) => t('email.facts.label_value', { label, value })).join('\n')]
      : []),
    ...(paragraphs ?? []),
    ...blocksText(blocks ?? []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(expiry ? [expiry] : []),
    closing,
    ...(footerLink ? [t('email.facts.label_value', { label: footerLink.label, value: footerLink.url })] : []),
    `-- \n${studioName}\n${homeOf(email)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Without a slash at its end, as SITE_URL is written. */
function homeOf(email: Email): string {
  return pageUrl(email, '/').replace(/\/$/, '');
}

function renderHtml(email: Email): string {
  const { heading, intro, code, button, expiry, closing, studioName, footerLink } = email;
  const language = currentLanguage();
  const home = homeOf(email);
  const { primary, onPrimary } = email.colors ?? GREEN;
  return `<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeXml(email.subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink2 { color: ${dark.ink2} !important; }
  .rule { background-color: ${dark.ink} !important; }
  .line { border-color: ${dark.line} !important; }
  .primary { background-color: ${primary.dark} !important; }
  .on-primary { color: ${onPrimary.dark} !important; }
}
@media (max-width: 480px) { .side { padding-left: 20px !important; padding-right: 20px !important; } }
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeXml(intro)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background-color:${light.paper};">
<tr><td align="center" style="padding:32px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="side" style="padding:0 32px 8px;">${rules()}</td></tr>
<tr><td class="side ink" style="padding:0 32px 40px;font:700 22px/1.2 ${font};letter-spacing:-0.02em;color:${light.ink};">${nameOrLogo(email)}</td></tr>
<tr><td class="side" style="padding:0 32px;"><h1 class="ink" style="margin:0 0 12px;font:700 28px/1.15 ${font};color:${light.ink};">${escapeXml(heading)}</h1>
${intro ? `<p class="ink" style="margin:0 0 24px;font:400 17px/1.5 ${font};color:${light.ink};">${escapeXml(intro)}</p>` : ''}</td></tr>
${code ? codeRow(code) : ''}${factRows(email)}${blockRow(email)}${button ? buttonRow(button, email) : ''}<tr><td class="side" style="padding:0 32px;">
${expiry ? `<p class="ink2" style="margin:0 0 12px;font:400 15px/1.5 ${font};color:${light.ink2};">${escapeXml(expiry)}</p>\n` : ''}<p class="ink2" style="margin:0;font:400 15px/1.5 ${font};color:${light.ink2};">${escapeXml(closing)}</p></td></tr>
<tr><td class="side" style="padding:40px 32px 0;"><p class="ink2 line" style="margin:0;padding:16px 0 0;border-top:1px solid ${light.line};font:400 14px/1.5 ${font};color:${light.ink2};">${escapeXml(studioName)}, <a class="ink2" href="${escapeXml(home)}" style="color:${light.ink2};">${escapeXml(home.replace(/^https?:\/\//, ''))}</a>${footerLink ? `<br><a class="ink2" href="${escapeXml(footerLink.url)}" style="color:${light.ink2};">${escapeXml(footerLink.label)}</a>` : ''}</p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function codeRow(code: string): string {
  return `<tr><td class="side" style="padding:0 32px 24px;"><p class="ink line" style="margin:0;padding:16px 0;border-top:2px solid ${light.line};border-bottom:2px solid ${light.line};font:700 40px/1.1 ${font};font-variant-numeric:tabular-nums;letter-spacing:0.28em;color:${light.ink};">${escapeXml(code)}</p></td></tr>
`;
}

function factRows({ facts, paragraphs }: Email): string {
  const cell = `padding:10px 0;border-top:1px solid ${light.line};vertical-align:top;`;
  const rows = (facts ?? []).map(
    ([label, value]) =>
      `<tr><td class="ink2 line" width="104" style="${cell}font:400 15px/1.4 ${font};color:${light.ink2};">${escapeXml(label)}</td><td class="ink line" style="${cell}font:500 16px/1.4 ${font};font-variant-numeric:tabular-nums;color:${light.ink};">${escapeXml(value)}</td></tr>`,
  );
  const table =
    rows.length > 0
      ? `<tr><td class="side" style="padding:0 32px 24px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table></td></tr>\n`
      : '';
  const texts = (paragraphs ?? []).map(
    (paragraph) =>
      `<p class="ink" style="margin:0 0 16px;font:400 16px/1.5 ${font};color:${light.ink};">${escapeXml(paragraph).replaceAll('\n', '<br>')}</p>`,
  );
  return texts.length > 0
    ? `${table}<tr><td class="side" style="padding:0 32px 8px;">${texts.join('')}</td></tr>\n`
    : table;
}

function blockRow({ blocks = [], colors = GREEN }: Email): string {
  if (blocks.length === 0) return '';
  return `<tr><td class="side" style="padding:0 32px 16px;">${blocksHtml(blocks, { ...light, primary: colors.primary.light, onPrimary: colors.onPrimary.light, font })}</td></tr>\n`;
}

function buttonRow({ label, url }: { label: string; url: string }, { colors = GREEN }: Email): string {
  return `<tr><td class="side" style="padding:0 32px 24px;"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="primary" style="background-color:${colors.primary.light};"><a class="on-primary" href="${escapeXml(url)}" style="display:inline-block;padding:15px 28px;font:700 17px/1.2 ${font};color:${colors.onPrimary.light};text-decoration:none;">${escapeXml(label)}</a></td></tr></table></td></tr>
`;
}

/** Mail clients that load no images show the logo's alternative text. */
function nameOrLogo({ studioName, logoUrl }: Email): string {
  if (!logoUrl) return escapeXml(studioName);
  return `<img src="${escapeXml(logoUrl)}" alt="${escapeXml(studioName)}" height="40" style="display:block;height:40px;width:auto;max-width:100%;border:0;">`;
}

/** The studio's wave as a row of vertical lines with changing gaps. */
function rules(): string {
  const cells = Array.from({ length: 36 }, (_, index) => {
    const gap = Math.round(8 - 6 * Math.cos((index / 36) * 4 * Math.PI + 0.7) ** 2);
    return `<td class="rule" width="2" style="width:2px;height:24px;background-color:${light.ink};font-size:0;line-height:0;">&nbsp;</td><td width="${gap}" style="width:${gap}px;font-size:0;line-height:0;">&nbsp;</td>`;
  });
  return `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`;
}
