// Small files that point a player at the stream.
import { escapeXml } from '#contracts/escape-xml.ts';

export interface StreamPointer {
  name: string;
  /** The first one is played; the others are for players that cannot. */
  streamUrls: readonly string[];
}

export const playlistFormats: Record<string, { type: string; render(pointer: StreamPointer): string }> = {
  m3u: {
    type: 'audio/x-mpegurl; charset=utf-8',
    render: ({ name, streamUrls }) =>
      `#EXTM3U\n${streamUrls.map((url) => `#EXTINF:-1,${oneLine(name)}\n${url}\n`).join('')}`,
  },
  pls: {
    type: 'audio/x-scpls; charset=utf-8',
    render: ({ name, streamUrls }) =>
      `[playlist]\nNumberOfEntries=${streamUrls.length}\n${streamUrls
        .map((url, i) => `File${i + 1}=${url}\nTitle${i + 1}=${oneLine(name)}\nLength${i + 1}=-1\n`)
        .join('')}Version=2\n`,
  },
  xspf: {
    type: 'application/xspf+xml; charset=utf-8',
    // A track may have several locations: the first that a player can play.
    render: ({ name, streamUrls }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>${escapeXml(name)}</title><trackList><track>${streamUrls
        .map((url) => `<location>${escapeXml(url)}</location>`)
        .join('')}<title>${escapeXml(name)}</title></track></trackList></playlist>\n`,
  },
};

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
