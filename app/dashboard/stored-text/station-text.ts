// What the station says to hosts and staff: why a connection was rejected or ended, and its alarms.
import { serverText } from './server-text.ts';

export const STATION_TEXTS = {
  station_moved_connect_again: 'Another process is the station now. Connect again.',
  station_moved: 'Another process is the station now.',
  station_is_closing: 'The station is closing.',
  wrong_password: 'The password does not belong to a host of this station.',
  host_connected: '{name} is connected.',
  mount_in_use: 'The mount is in use: {name} has been live since {since}.',
  not_host_of_show:
    '{name} is not a host of "{title}", which is on now. Hosts can go live only during their own show.',
  no_show_on_air_now: '{name} has no show on air now. Hosts can go live only during their own show.',
  same_host_connected_again: 'The same host connected again.',
  next_show_began: '"{title}" began and its host connected.',
  no_content_type: 'The request has no content type, so the audio format is unknown.',
  format_not_supported: '{format} is not supported. Use MP3, AAC, Ogg (Opus, Vorbis, FLAC) or FLAC.',
  too_many_wrong_passwords: 'Too many wrong passwords from this address. Try again in {seconds} s.',
  mount_not_found: 'Mount "{mount}" not found. Sources connect to /live.',
  source_ended_connection: 'The source ended the connection.',
  browser_ended_connection: 'The browser ended the connection.',
  browser_sent_too_much: 'The browser sent too much data.',
  no_longer_has_access: '{name} no longer has access to go live.',
  first_message_must_name_format: 'The first message must name the audio format.',
  only_hosts_and_staff_go_live: 'You don’t have access. Only hosts and staff can go live.',
  no_data_arrived: 'No data arrived for {seconds} s, so the connection was closed.',
  audio_not_decoded: 'The audio could not be decoded: {error}',
  show_ended_by: '{name} ended the live show.',
  more_attempts_rejected:
    '{count} more rejected attempts from {address} within {minutes} min. The last one: {reason}',
  one_more_attempt_rejected:
    '1 more rejected attempt from {address} within {minutes} min. The last one: {reason}',
  track_could_not_be_played: '"{title}" could not be played: {error}',
  next_item_not_opened: 'The next item could not be opened: {error}',
  silent_track_skipped: '"{title}" was silent for {seconds} s and was skipped.',
  station_cannot_write: 'The station cannot write to its folder: {error}',
  nothing_to_play:
    'Nothing to play: the interval signal is on air. Upload music or add tracks to a playlist.',
  show_is_not_recorded: 'The show is on air but not recorded: {reason}',
  show_no_longer_recorded: 'The show is on air but no longer recorded: {reason}',
  host_is_silent: '{name} is live but silent: the programme plays meanwhile.',
  disk_is_full: 'the disk is full. Free some space or delete old recordings.',
  recordings_fill_their_share: 'recordings fill the {size} they may have. Delete old ones to make room.',
};

export function stationText(text: string): string {
  return serverText(text, STATION_TEXTS, (name) => `dashboard.station.${name}`);
}
