// What somebody reads who came to a room that is not theirs, is not there, or fell over.
import { Link } from '#app/ui/link.tsx';

const words: Record<number, { title: string; lead: string }> = {
  403: {
    title: 'This room is not yours.',
    lead: 'It belongs to the studio’s staff. If you should have a key, ask the owner for the role; the menu shows the room as soon as you do.',
  },
  404: {
    title: 'There is no such room.',
    lead: 'The address is wrong, or what was here has gone. Everything that is yours is in the menu.',
  },
};
const fault = {
  title: 'Something fell over.',
  lead: 'It is our fault, not yours, and it has been written down. Try again in a moment.',
};

export function Refusal({ status }: { status: number }) {
  const { title, lead } = words[status] ?? fault;
  return (
    <div className="dash-refusal">
      <p className="error-code" aria-hidden="true">
        {words[status] ? status : 500}
      </p>
      <h1>{title}</h1>
      <p>{lead}</p>
      <p>
        <Link to="/dashboard">Back to today</Link>
      </p>
    </div>
  );
}
