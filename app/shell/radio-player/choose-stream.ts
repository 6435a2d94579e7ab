// Which format of the station a listener gets. Pure.

type StreamFormat = 'mp3' | 'aac' | 'opus';

export interface StreamSituation {
  /** What the listener asked for; null while they asked for nothing. */
  savesData: boolean | null;
  /** What the browser says of the network, where it does. */
  connection: { saveData?: boolean; effectiveType?: string } | undefined;
  canPlay(type: string): boolean;
  /** Formats that failed a moment ago. */
  failed: ReadonlySet<string>;
}

// AAC before Opus: browsers play it without restarting at every title.
const SMALL: { format: StreamFormat; type: string }[] = [
  { format: 'aac', type: 'audio/aac' },
  { format: 'opus', type: 'audio/ogg; codecs="opus"' },
];

export function wantsLessData({ savesData, connection }: StreamSituation): boolean {
  return savesData ?? (connection?.saveData === true || /^(slow-)?2g$/.test(connection?.effectiveType ?? ''));
}

/** MP3 is the default, and what is left when nothing smaller can be played. */
export function chooseFormat(situation: StreamSituation): StreamFormat {
  const { canPlay, failed } = situation;
  const small = SMALL.find(({ format, type }) => !failed.has(format) && canPlay(type));
  return wantsLessData(situation) && small ? small.format : 'mp3';
}
