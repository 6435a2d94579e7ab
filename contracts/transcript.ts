// The formats of a transcript: WebVTT and SubRip with times, or plain text.

export type TranscriptType = 'text/vtt' | 'application/x-subrip' | 'text/plain';

const EXTENSIONS: Record<string, string> = { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' };
const SUBRIP = /^\s*\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/;

/** What the text itself says it is, whatever its file was called. */
export function transcriptType(text: string): TranscriptType {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^WEBVTT(\s|$)/.test(plain)) return 'text/vtt';
  return SUBRIP.test(plain) ? 'application/x-subrip' : 'text/plain';
}

/** Of the address where podcast applications read it. */
export function transcriptExtension(type: string): string {
  return EXTENSIONS[type] ?? 'txt';
}
