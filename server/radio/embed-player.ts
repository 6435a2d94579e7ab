// A small player for other websites, in a frame. The only page that may be framed: it has no links into the site but its
// own name, no cookies and no forms. One document; its script and style are allowed by their hash.
import { hash } from 'node:crypto';
import { currentLanguage, t } from '#app/language/messages.ts';
import { escapeXml } from '#contracts/escape-xml.ts';

const STYLE = `
:root{color-scheme:light dark;font:16px/1.3 system-ui,sans-serif}
body{margin:0;display:flex;align-items:center;gap:12px;height:100vh;padding-inline:12px;box-sizing:border-box}
button{flex:none;width:48px;height:48px;border:0;border-radius:50%;background:CanvasText;color:Canvas;cursor:pointer}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
svg{display:block;margin:auto;width:20px;height:20px;fill:currentColor}
[data-playing] .play,body:not([data-playing]) .pause{display:none}
p{margin:0;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
p *{display:block;overflow:hidden;text-overflow:ellipsis}
a{color:inherit;font-size:.85em}`;

const SCRIPT = `
const {body}=document,button=document.querySelector('button'),title=document.querySelector('b'),audio=new Audio();
const {play,pause}=button.dataset;let isPlaying=false;
const show=()=>{body.toggleAttribute('data-playing',isPlaying);button.setAttribute('aria-label',isPlaying?pause:play)};
const stop=()=>{isPlaying=false;audio.removeAttribute('src');audio.load();show()};
button.addEventListener('click',()=>{if(isPlaying)return stop();isPlaying=true;audio.src='/radio/live.mp3';audio.play().catch(stop);show()});
audio.addEventListener('error',()=>{if(isPlaying)setTimeout(()=>{if(isPlaying){audio.src='/radio/live.mp3';audio.play().catch(stop)}},2000)});
audio.addEventListener('ended',()=>audio.dispatchEvent(new Event('error')));
const read=async()=>{try{const {now}=await(await fetch('/api/radio/now-playing')).json();
if(now){title.textContent=now.artist?now.artist+' - '+now.title:now.title;
if('mediaSession' in navigator)navigator.mediaSession.metadata=new MediaMetadata({title:now.title,artist:now.artist})}}catch{}};
read();setInterval(()=>{if(!document.hidden||isPlaying)read()},15000)`;

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const POLICY = [
  "default-src 'none'",
  `script-src ${sourceOf(SCRIPT)}`,
  `style-src ${sourceOf(STYLE)}`,
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

export function embedPlayer({ name, siteUrl }: { name: string; siteUrl: string }): Response {
  const { code, direction } = currentLanguage();
  const play = escapeXml(t('shared.shell.play_radio'));
  const html = `<!doctype html>
<html lang="${code}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeXml(name.toLowerCase())}</title><style>${STYLE}</style></head>
<body><button type="button" aria-label="${play}" data-play="${play}" data-pause="${escapeXml(t('shared.shell.pause_radio'))}"><svg class="play" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 2v16l13-8z"/></svg><svg class="pause" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 2h4v16H4zM12 2h4v16h-4z"/></svg></button>
<p><b dir="auto"></b><a href="${escapeXml(siteUrl)}/radio" target="_blank" rel="noopener">${escapeXml(name)}</a></p>
<script>${SCRIPT}</script></body></html>
`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': POLICY,
    },
  });
}
