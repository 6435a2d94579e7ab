// What someone listens with, from the User-Agent: the kind and its own name. Pure. A short list of what is in use: a full
// one would be large, never complete, and tell more about a person than a studio needs.

export interface Device {
  kind: 'browser' | 'app' | 'hardware' | 'other';
  /** A proper name, the same in all languages; empty where it is not known. */
  name: string;
}

// The first that matches: hardware and apps often carry the name of the browser they are built on.
const DEVICES: readonly [Device['kind'], string, RegExp][] = [
  ['hardware', 'Sonos', /sonos/i],
  ['hardware', 'Amazon Echo', /alexa|echo\/|\bAEO[A-Z]{2}\b/i],
  ['hardware', 'Google Cast', /crkey|google ?home|googlecast/i],
  ['hardware', 'Bose', /\bbose/i],
  ['hardware', 'Roku', /\broku/i],
  ['hardware', 'Squeezebox', /squeeze(box|play|center|network)|logitech media server|lyrion/i],
  ['hardware', 'Frontier', /\bFSL\b|frontier ?silicon|frontier smart|\bIR ?Radio\b/i],
  ['hardware', 'Denon HEOS', /\bheos\b|denon|marantz/i],
  ['hardware', 'Yamaha', /yamaha|musiccast/i],
  ['hardware', 'Apple TV', /apple ?tv|tvos/i],
  ['hardware', 'Smart TV', /smart-?tv|\btizen\b|web0s|webos|bravia|hbbtv|aft[a-z]{1,2}\b/i],
  ['hardware', 'Reciva', /reciva/i],
  ['app', 'VLC', /\bvlc\b|libvlc/i],
  ['app', 'TuneIn', /tunein/i],
  ['app', 'Radio Garden', /radio ?garden/i],
  ['app', 'Winamp', /winamp/i],
  ['app', 'foobar2000', /foobar2000/i],
  ['app', 'mpv', /\bmpv\b/i],
  ['app', 'MPD', /music player daemon/i],
  ['app', 'Audacious', /audacious/i],
  ['app', 'Clementine', /clementine|strawberry/i],
  ['app', 'iTunes', /itunes/i],
  ['app', 'Windows Media Player', /nsplayer|windows-media-player|wmfsdk/i],
  ['app', 'RadioDroid', /radiodroid/i],
  ['app', 'Transistor', /\btransistor\b/i],
  ['app', 'Android app', /exoplayer|androidxmedia3|stagefright|okhttp|dalvik/i],
  ['app', 'AppleCoreMedia', /applecoremedia|cfnetwork/i],
  ['app', 'GStreamer', /gstreamer|souphttpsrc/i],
  ['app', 'FFmpeg', /\blavf\b|lavf\/|ffmpeg|ffplay/i],
  ['browser', 'Edge', /\bedg(e|a|ios)?\//i],
  ['browser', 'Opera', /\bopr\/|\bopera\b|opios/i],
  ['browser', 'Samsung Internet', /samsungbrowser/i],
  ['browser', 'Vivaldi', /vivaldi/i],
  ['browser', 'DuckDuckGo', /duckduckgo|\bddg\//i],
  ['browser', 'Firefox', /firefox|fxios/i],
  ['browser', 'Chrome', /chrome|chromium|crios/i],
  ['browser', 'Safari', /safari\//i],
  ['browser', '', /^mozilla\/5/i],
];

export function deviceOf(userAgent: string): Device {
  const found = DEVICES.find(([, , pattern]) => pattern.test(userAgent));
  return found ? { kind: found[0], name: found[1] } : { kind: 'other', name: '' };
}
