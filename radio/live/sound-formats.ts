// Which sound a source may send, by its content type.
import type { Refusal } from './live-session.ts';

const MP3 = /^audio\/(mpeg|mp3|x-mpeg|x-mp3|mpeg3)\b/i;
const DECODABLE = /^(audio|application|video)\/(ogg|x-ogg|opus|flac|x-flac|webm|vorbis|aac|aacp|x-aac)\b/i;
const PCM = /^audio\/(pcm|l16)\b/i;

export function isMp3(contentType: string): boolean {
  return MP3.test(contentType);
}

export function refuseFormat(contentType: string): Refusal | undefined {
  if (MP3.test(contentType) || DECODABLE.test(contentType) || PCM.test(contentType)) return undefined;
  if (contentType === '')
    return { status: 403, reason: 'No content type was given, so nobody knows what the sound is in.' };
  return {
    status: 415,
    reason: `${contentType} cannot be decoded here. MP3, AAC, Ogg (Opus, Vorbis, FLAC) and FLAC can.`,
  };
}
