// A few choices in one row, each with its own address; the chosen one is filled.
import { Link } from '#app/ui/link.tsx';

interface Segment {
  to: string;
  label: string;
  isChosen: boolean;
}

export function Segments({ label, choices }: { label: string; choices: readonly Segment[] }) {
  return (
    <nav className="segments" aria-label={label}>
      <ul>
        {choices.map(({ to, label: text, isChosen }) => (
          <li key={to}>
            <Link to={to} preventScrollReset aria-current={isChosen ? 'true' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
