// What the station says of a connection, or as an alarm. Pages word it by messages/<language>/dashboard/station.json.
import { defineTexts } from '#contracts/coded-text.ts';

const texts = defineTexts({
  station_moved_connect_again: 'Another process is the station now. Connect again.',
  station_moved: 'Another process is the station now.',
  station_is_closing: 'The station is closing.',
  station_stopped: 'The station stopped.',
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
  class_not_online: 'This date is not online, or it was cancelled.',
  class_audio_closed: 'The audio opens 15 minutes before the class and closes 15 minutes after it.',
  class_audio_over: 'The class is over.',
  only_its_teacher_speaks: 'You don’t have access. Only the teacher of this class and staff can speak.',
  someone_is_already_speaking: 'Someone is already speaking in this class: {name}.',
  no_data_arrived: 'No data arrived for {seconds} s, so the connection was closed.',
  audio_not_decoded: 'The audio could not be decoded: {error}',
  show_ended_by: '{name} ended the live show.',
  track_skipped_by: '{name} skipped "{title}".',
  queue_changed_by: '{name} changed the queue.',
  attempts_from_this_address:
    'Rejected attempts from this address within {minutes} min: {count} more. The last one: {reason}',
  attempts_from_other_addresses:
    'Rejected attempts from other addresses within {minutes} min: {count} more. The last one: {reason}',
  track_could_not_be_played: '"{title}" could not be played: {error}',
  next_item_not_opened: 'The next item could not be opened: {error}',
  transition_not_made: 'The transition to "{title}" could not be made, so the tracks were cut: {error}',
  mount_not_encoded: 'The AAC and Opus streams have a gap, because the audio could not be encoded: {error}',
  silent_track_skipped: '"{title}" was silent for {seconds} s and was skipped.',
  station_cannot_write: 'The station cannot write to its folder: {error}',
  nothing_to_play:
    'Nothing to play: the interval signal is on air. Upload music or add tracks to a playlist.',
  show_is_not_recorded: 'The show is on air but not recorded. {reason}',
  show_no_longer_recorded: 'The show is on air but no longer recorded. {reason}',
  host_is_silent: '{name} is live but silent: the programme plays meanwhile.',
  disk_is_full: 'The disk is full. Free some space or delete old recordings.',
  disk_does_not_respond: 'The disk does not respond.',
  file_not_written: 'The file could not be written: {error}',
  recordings_fill_their_share: 'Recordings fill the {size} they may have. Delete old ones to make room.',
});

export type StationText = ReturnType<typeof texts.text>;

export const STATION_CODES = texts.codes;
export const stationText = texts.text;
export const englishText = texts.english;

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
