// Which formats a source may send, by content type.
import { stationText } from '../station-text.ts';
import type { Rejection } from './live-session.ts';

const MP3 = /^audio\/(mpeg|mp3|x-mpeg|x-mp3|mpeg3)\b/i;
const DECODABLE = /^(audio|application|video)\/(ogg|x-ogg|opus|flac|x-flac|webm|vorbis|aac|aacp|x-aac)\b/i;
const PCM = /^audio\/(pcm|l16)\b/i;

export function isMp3(contentType: string): boolean {
  return MP3.test(contentType);
}

export function checkFormat(contentType: string): Rejection | undefined {
  if (MP3.test(contentType) || DECODABLE.test(contentType) || PCM.test(contentType)) return undefined;
  if (contentType === '') return { status: 403, reason: stationText('no_content_type') };
  return { status: 415, reason: stationText('format_not_supported', { format: contentType }) };
}
