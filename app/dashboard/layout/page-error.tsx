// What somebody reads who came to a room that is not theirs, is not there, or does not stand: what happened, and the
// ways on. Stands inside the frame, so that the menu stays.
import { isRouteErrorResponse } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { type ErrorKind, errorKind, isTemporary } from './error-kind.ts';
import { useRetry } from './use-retry.ts';

interface ErrorText {
  /** What stands large above, for the eye alone. */
  mark?: string;
  title: string;
  lead: string;
}

const texts: Record<ErrorKind, ErrorText> = {
  forbidden: {
    mark: '403',
    title: 'This room is not yours.',
    lead: 'If you should have a key, ask the owner for the role; the menu shows the room as soon as you do.',
  },
  missing: {
    mark: '404',
    title: 'There is no such room.',
    lead: 'The address is wrong, or what was here has gone. Everything that is yours is in the menu.',
  },
  unreached: {
    title: 'The studio does not answer.',
    lead: 'You are perhaps offline. The room opens by itself as soon as there is a network again.',
  },
  crowded: {
    mark: '429',
    title: 'That was a lot at once.',
    lead: 'Wait a moment, then try again.',
  },
  fault: {
    mark: '500',
    title: 'Something fell over.',
    lead: 'It is our fault, not yours, and it has been written down. Try again in a moment.',
  },
};

export function PageError({ error }: { error: unknown }) {
  const cause = errorKind(error);
  const { mark, title, lead } = texts[cause];
  return (
    <div className="dash-refusal" data-slot="refusal">
      {mark && (
        <p className="error-code" aria-hidden="true">
          {mark}
        </p>
      )}
      <h1>{title}</h1>
      <p>
        {cause === 'forbidden' && `${accessMessage(error)} `}
        {lead}
      </p>
      <p className="dash-refusal-ways">
        {isTemporary(error) && <TryAgain />}
        <Link to="/dashboard">Back to today</Link>
      </p>
    </div>
  );
}

function TryAgain() {
  const { tryAgain, isTrying } = useRetry();
  return (
    <Button variant="primary" size="sm" busy={isTrying} onClick={tryAgain}>
      Try again
    </Button>
  );
}

/** The guard says whose it is; a refusal without words comes from deeper inside. */
function accessMessage(error: unknown): string {
  const told = isRouteErrorResponse(error)
    ? (error.data as { message?: unknown } | null)?.message
    : undefined;
  return typeof told === 'string' ? told : 'It belongs to somebody else here.';
}
