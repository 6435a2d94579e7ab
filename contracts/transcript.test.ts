import { expect, it } from 'vitest';
import { transcriptExtension, transcriptType } from './transcript.ts';

it.each([
  ['WEBVTT\n\n00:00.000 --> 00:04.000\nHello', 'vtt'],
  ['\uFEFFWEBVTT - a title\n', 'vtt'],
  ['1\r\n00:00:00,000 --> 00:00:04,000\r\nHello', 'srt'],
  ['Hello, <b>this</b> is plain. WEBVTT is a format.', 'txt'],
])('tells the format of a transcript by its text: %j', (text, extension) => {
  expect(transcriptExtension(transcriptType(text))).toBe(extension);
});
