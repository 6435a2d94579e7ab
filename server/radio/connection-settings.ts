// The settings a host types into each program, without the password, which is shown only once.
export function connectionSettings(siteUrl: string, port: number, { isTls = false } = {}) {
  const { hostname } = new URL(siteUrl);
  const PASSWORD = 'YOUR-PASSWORD';
  const url = `icecast://source:${PASSWORD}@${hostname}:${port}/live`;
  return {
    host: hostname,
    port,
    mount: '/live',
    user: 'source',
    /** Whether the port takes encrypted connections; plain ones it takes in any case. */
    tls: isTls,
    format: 'MP3, 44.1 kHz, stereo, 128 kbit/s (other MP3, AAC, Ogg Vorbis, Opus and FLAC are converted)',
    clients: {
      butt: {
        type: 'Icecast',
        address: hostname,
        port,
        password: PASSWORD,
        mountpoint: 'live',
        user: 'source',
        ...(isTls && { ssl: 'on' }),
      },
      mixxx: {
        type: 'Icecast 2',
        mount: '/live',
        host: hostname,
        port,
        login: 'source',
        password: PASSWORD,
        format: 'MP3, 128 kbit/s',
      },
      obs: {
        output: 'Custom Output (FFmpeg), to URL',
        url,
        container: 'mp3',
        audio_encoder: 'libmp3lame',
        bitrate: 128,
      },
      ffmpeg: `ffmpeg -re -i FILE -ac 2 -ar 44100 -c:a libmp3lame -b:a 128k -content_type audio/mpeg ${isTls ? '-tls 1 ' : ''}-f mp3 ${url}`,
      liquidsoap: `output.icecast(%mp3(bitrate=128), host="${hostname}", port=${port}, password="${PASSWORD}", mount="/live"${isTls ? ', transport=http.transport.ssl()' : ''}, source)`,
    },
  };
}
