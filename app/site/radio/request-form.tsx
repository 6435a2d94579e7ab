// A visitor wishes for a piece. The list comes when somebody looks for one; what is allowed is the server's to say.
import { type FormEvent, useState } from 'react';
import { type ApiError, api } from '#app/api/api.ts';
import { backend } from '#app/backend/backend.ts';
import { sendWithToken } from '#app/bot-check/bot-token.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface Piece {
  id: string;
  title: string;
  artist: string;
}

const MAX_FOUND = 8;
type Answer = { isGood: boolean; words: string };

export function RequestForm() {
  const [found, setFound] = useState<Piece[] | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);

  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('words') ?? '');
    setAnswer(null);
    setBusyId('search');
    const client = await backend(() => setBusyId(null));
    // Commas, dots and brackets have a meaning in a filter; a star stands for anything.
    const pattern = `*${words
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
      .limit(MAX_FOUND)
      .overrideTypes<Piece[], { merge: false }>();
    setBusyId(null);
    if (error)
      setAnswer({ isGood: false, words: 'The music library could not be searched. Try again in a moment.' });
    else setFound(data);
  };
  const wish = async (piece: Piece) => {
    if (busyId) return;
    setBusyId(piece.id);
    setAnswer(null);
    try {
      await sendWithToken((bot_token) =>
        api('/radio/requests', { method: 'POST', body: { track_id: piece.id, bot_token } }),
      );
      setAnswer({
        isGood: true,
        words: `“${piece.title}” is requested. We play it between two tracks of the programme.`,
      });
    } catch (reason) {
      const { code, message } = (reason ?? {}) as Partial<ApiError>;
      // Without a code it is the browser's own complaint that nothing answered.
      const words = (code && message) || 'Your request could not be sent. Try again in a moment.';
      setAnswer({ isGood: false, words });
    } finally {
      setBusyId(null);
    }
  };
  return (
    <div className="wish">
      <form className="wish-search" onSubmit={find}>
        <Field
          label="Title or artist"
          hint="Up to three requests an hour. Tracks played in the last hour cannot be requested."
        >
          <Input name="words" type="search" autoComplete="off" maxLength={80} />
        </Field>
        <Button variant="tertiary" type="submit" busy={busyId === 'search'}>
          Search the library
        </Button>
      </form>
      <p role="status" className="wish-answer" data-good={answer?.isGood || undefined}>
        {answer?.words}
      </p>
      {found && (
        <ul className="wish-list">
          {found.map((piece) => (
            <li key={piece.id}>
              <span>
                <b>{piece.title}</b> {piece.artist}
              </span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Request ${piece.title}`}
                busy={busyId === piece.id}
                onClick={() => wish(piece)}
              >
                Request
              </Button>
            </li>
          ))}
          {found.length === 0 && <li>No tracks found. Try a shorter search.</li>}
        </ul>
      )}
    </div>
  );
}
