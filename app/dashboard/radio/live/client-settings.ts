// The connection settings of the station in the terms of each program. Pure.

import { t } from '#app/language/messages.ts';
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
      where: t('dashboard.radio.settings_main_server_add_then_settings'),
      rows: [
        [t('dashboard.radio.type'), 'Icecast'],
        [t('dashboard.common.address'), host],
        [t('dashboard.radio.port'), number],
        [t('dashboard.common.password'), PASSWORD],
        [t('dashboard.radio.icecast_mountpoint'), mount.replace(/^\//, '')],
        [t('dashboard.radio.icecast_user'), user],
        ...(tls
          ? ([[t('dashboard.radio.use_ssl_tls'), t('dashboard.radio.setting_on')]] satisfies [
              string,
              string,
            ][])
          : []),
      ],
    },
    {
      id: 'mixxx',
      name: 'Mixxx',
      where: t('dashboard.radio.preferences_live_broadcasting_encoding'),
      rows: [
        [t('dashboard.radio.type'), 'Icecast 2'],
        [t('dashboard.radio.server_host'), host],
        [t('dashboard.radio.port'), number],
        [t('dashboard.radio.mount'), mount],
        [t('dashboard.radio.login'), user],
        [t('dashboard.common.password'), PASSWORD],
      ],
    },
    {
      id: 'traktor',
      name: 'Traktor',
      where: t('dashboard.radio.preferences_broadcasting_traktor_sends'),
      rows: [
        [t('dashboard.common.address'), host],
        [t('dashboard.radio.port'), number],
        [t('dashboard.radio.mount_path'), mount],
        [t('dashboard.common.password'), PASSWORD],
        [t('dashboard.radio.format'), 'Ogg Vorbis, 44100 Hz, 128 kBit/s'],
      ],
    },
    {
      id: 'obs',
      name: 'OBS',
      where: t('dashboard.radio.settings_output_advanced_recording'),
      rows: [
        [t('dashboard.radio.ffmpeg_output_type'), t('dashboard.radio.output_to_url')],
        [t('dashboard.radio.file_path_or_url'), clients.obs.url],
        [t('dashboard.radio.container_format'), 'mp3'],
        [t('dashboard.radio.audio_bitrate'), '128 Kbps'],
        [t('dashboard.radio.audio_encoder'), 'libmp3lame'],
      ],
    },
    {
      id: 'ffmpeg',
      name: 'ffmpeg',
      where: t('dashboard.radio.in_a_terminal_file_can_also'),
      rows: [[t('dashboard.radio.command'), clients.ffmpeg]],
    },
    {
      id: 'liquidsoap',
      name: 'Liquidsoap',
      where: t('dashboard.radio.in_your_script'),
      rows: [[t('dashboard.radio.output'), clients.liquidsoap]],
    },
  ];
}
