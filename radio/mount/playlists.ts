// Small files that point a player at the stream.
import { escapeXml } from '#contracts/escape-xml.ts';

export interface StreamPointer {
  name: string;
  streamUrl: string;
}

export const playlistFormats: Record<string, { type: string; render(pointer: StreamPointer): string }> = {
  m3u: {
    type: 'audio/x-mpegurl; charset=utf-8',
    render: ({ name, streamUrl }) =>
      `#EXTM3U\n#EXTINF:-1,${name.replaceAll(/\p{Cc}/gu, ' ')}\n${streamUrl}\n`,
  },
  pls: {
    type: 'audio/x-scpls; charset=utf-8',
    render: ({ name, streamUrl }) =>
      `[playlist]\nNumberOfEntries=1\nFile1=${streamUrl}\nTitle1=${name.replaceAll(/\p{Cc}/gu, ' ')}\nLength1=-1\nVersion=2\n`,
  },
  xspf: {
    type: 'application/xspf+xml; charset=utf-8',
    render: ({ name, streamUrl }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>${escapeXml(name)}</title><trackList><track><location>${escapeXml(streamUrl)}</location><title>${escapeXml(name)}</title></track></trackList></playlist>\n`,
  },
};
