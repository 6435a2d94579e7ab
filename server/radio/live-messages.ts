// What the browser of someone who goes live says over its websocket, and how it is rejected.
import type { IncomingMessage } from 'node:http';
import type { Rejection } from '#radio/live/live-session.ts';
import { englishText } from '#radio/station-text.ts';

interface Start {
  format: 'webm-opus' | 'pcm-s16';
  sampleRate: number;
  channels: number;
  /** Chosen by the page, the same after a broken line. */
  showing?: string;
}

export function rejectionMessage({ status, reason }: Rejection) {
  return { type: 'rejected', status, ...reason, message: englishText(reason) };
}

export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

export function readMessage(data: Buffer): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(data.toString());
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function readStart({
  format,
  sampleRate = 48_000,
  channels = 2,
  showing,
}: Record<string, unknown>): Start | undefined {
  const show = typeof showing === 'string' ? { showing: showing.slice(0, 64) } : {};
  if (format === 'webm-opus') return { format, sampleRate: 48_000, channels: 2, ...show };
  const rate = Number(sampleRate);
  const count = Number(channels);
  if (format !== 'pcm-s16' || !(rate >= 8000 && rate <= 192_000) || (count !== 1 && count !== 2))
    return undefined;
  return { format, sampleRate: rate, channels: count, ...show };
}
