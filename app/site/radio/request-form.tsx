// Lets a visitor request a song. Tracks load on search; the server decides what may be requested.

import { type FormEvent, useState } from 'react';
import { type ApiError, api } from '#app/api/api.ts';
import { backend } from '#app/backend/backend.ts';
import { sendWithToken } from '#app/bot-check/bot-token.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface Track {
  id: string;
  title: string;
  artist: string;
}

const MAX_FOUND = 8;
type Answer = { isGood: boolean; message: string };

export function RequestForm() {
  const [found, setFound] = useState<Track[] | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);

  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('query') ?? '');
    setAnswer(null);
    setSearching(true);
    const client = await backend(() => setSearching(false));
    // Commas, dots and brackets have a meaning in a filter; * matches anything.
    const pattern = `*${query
      .replace(/[^\p{L}\p{N} ]/gu, ' ')
      .trim()
      .replace(/\s+/g, '*')}*`;
    const { data, error } = await client
      .from('radio_tracks')
      .select('id,title,artist')
      .eq('kind', 'music')
      .eq('is_requestable', true)
      .or(`title.ilike.${pattern},artist.ilike.${pattern}`)
      .order('title')
      .limit(MAX_FOUND);
    setSearching(false);
    if (error)
      setAnswer({
        isGood: false,
        message: t('site.radio.the_music_library_could_not_be'),
      });
    else setFound(data);
  };
  const request = async (track: Track) => {
    if (busyId) return;
    setBusyId(track.id);
    setAnswer(null);
    try {
      await sendWithToken((bot_token) =>
        api('/radio/requests', { method: 'POST', body: { track_id: track.id, bot_token } }),
      );
      setAnswer({
        isGood: true,
        message: t('site.radio.title_is_requested_we_play_it', { title: track.title }),
      });
    } catch (reason) {
      const { code, message: reported } = (reason ?? {}) as Partial<ApiError>;
      // Without a code it is the browser's own error that there was no answer.
      const message = (code && reported) || t('site.radio.your_request_could_not_be_sent');
      setAnswer({ isGood: false, message });
    } finally {
      setBusyId(null);
    }
  };
  return (
    <div className="request-form">
      <form className="request-search" onSubmit={find}>
        <Field label={t('site.radio.title_or_artist')} hint={t('site.radio.up_to_three_requests_an_hour')}>
          <Input name="query" type="search" autoComplete="off" maxLength={80} />
        </Field>
        <Button variant="tertiary" type="submit" busy={isSearching}>
          {t('site.radio.search_the_library')}
        </Button>
      </form>
      <p role="status" className="request-answer" data-good={answer?.isGood || undefined}>
        {answer?.message}
      </p>
      {found && (
        <ul className="request-list">
          {found.map((track) => (
            <li key={track.id}>
              <span>
                <b>{track.title}</b> {track.artist}
              </span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('site.radio.request_title', { title: track.title })}
                busy={busyId === track.id}
                onClick={() => request(track)}
              >
                {t('site.radio.request_verb')}
              </Button>
            </li>
          ))}
          {found.length === 0 && <li>{t('site.radio.no_tracks_found_try_a_shorter')}</li>}
        </ul>
      )}
    </div>
  );
}
