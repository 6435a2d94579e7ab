// The connection settings of the station in the terms of each program. Pure.

export interface Connection {
  host: string;
  port: number;
  mount: string;
  user: string;
  /** Whether the station accepts encrypted connections. */
  tls?: boolean;
  clients: { ffmpeg: string; liquidsoap: string; obs: { url: string } };
  password_made_at: string | null;
}

export interface ClientSettings {
  id: string;
  name: string;
  /** Where to enter this in the program. */
  where: string;
  rows: [label: string, value: string][];
}

const PASSWORD = 'YOUR-PASSWORD';

export function clientSettings({ host, port, mount, user, tls, clients }: Connection): ClientSettings[] {
  const number = String(port);
  return [
    {
      id: 'butt',
      name: 'butt',
      where: 'Settings, Main, Server: Add. Then Settings, Audio: MP3, 128k, 44100 Hz, stereo.',
      rows: [
        ['Type', 'Icecast'],
        ['Address', host],
        ['Port', number],
        ['Password', PASSWORD],
        ['Icecast mountpoint', mount.replace(/^\//, '')],
        ['Icecast user', user],
        ...(tls ? ([['Use SSL/TLS', 'on']] satisfies [string, string][]) : []),
      ],
    },
    {
      id: 'mixxx',
      name: 'Mixxx',
      where: 'Preferences, Live Broadcasting. Encoding: MP3, 128 kbps, stereo.',
      rows: [
        ['Type', 'Icecast 2'],
        ['Host', host],
        ['Port', number],
        ['Mount', mount],
        ['Login', user],
        ['Password', PASSWORD],
      ],
    },
    {
      id: 'traktor',
      name: 'Traktor',
      where: 'Preferences, Broadcasting. Traktor sends Ogg Vorbis; the station converts it.',
      rows: [
        ['Address', host],
        ['Port', number],
        ['Mount path', mount],
        ['Password', PASSWORD],
        ['Format', 'Ogg Vorbis, 44100 Hz, 128 kBit/s'],
      ],
    },
    {
      id: 'obs',
      name: 'OBS',
      where: 'Settings, Output, Advanced, Recording: Custom Output (FFmpeg). Then start a recording.',
      rows: [
        ['FFmpeg output type', 'Output to URL'],
        ['File path or URL', clients.obs.url],
        ['Container format', 'mp3'],
        ['Audio bitrate', '128 Kbps'],
        ['Audio encoder', 'libmp3lame'],
      ],
    },
    {
      id: 'ffmpeg',
      name: 'ffmpeg',
      where: 'In a terminal. FILE can also be a device.',
      rows: [['Command', clients.ffmpeg]],
    },
    {
      id: 'liquidsoap',
      name: 'Liquidsoap',
      where: 'In your script.',
      rows: [['Output', clients.liquidsoap]],
    },
  ];
}
