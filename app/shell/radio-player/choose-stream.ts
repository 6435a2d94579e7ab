// Which format of the station a listener gets. Pure.

type StreamFormat = 'mp3' | 'aac' | 'opus' | 'opus96';

export interface StreamSituation {
  /** What the listener asked for; null while they asked for nothing. */
  savesData: boolean | null;
  /** What the browser says of the network, where it does. */
  connection: { saveData?: boolean; effectiveType?: string } | undefined;
  /** The station offers better sound than its MP3. */
  hasOpus96: boolean;
  canPlay(type: string): boolean;
  /** Formats that failed a moment ago. */
  failed: ReadonlySet<string>;
}

const OPUS_TYPE = 'audio/ogg; codecs="opus"';
// AAC before Opus: browsers play it without restarting at every title.
const SMALL: { format: StreamFormat; type: string }[] = [
  { format: 'aac', type: 'audio/aac' },
  { format: 'opus', type: OPUS_TYPE },
];

export function wantsLessData({
  savesData,
  connection,
}: Pick<StreamSituation, 'savesData' | 'connection'>): boolean {
  return savesData ?? (connection?.saveData === true || /^(slow-)?2g$/.test(connection?.effectiveType ?? ''));
}

/** MP3 is the default, and what is left when nothing else can be played. */
export function chooseFormat(situation: StreamSituation): StreamFormat {
  const { canPlay, failed, hasOpus96, connection } = situation;
  if (wantsLessData(situation))
    return SMALL.find(({ format, type }) => !failed.has(format) && canPlay(type))?.format ?? 'mp3';
  // Only where the browser says that the network is fast: those who do not say it get what plays everywhere.
  const isFast = connection?.effectiveType === '4g';
  return isFast && hasOpus96 && !failed.has('opus96') && canPlay(OPUS_TYPE) ? 'opus96' : 'mp3';
}
