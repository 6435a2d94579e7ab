// Filters a list by one of a few choices, each with its own address.
import { Link } from '#app/ui/link.tsx';

interface Choice {
  to: string;
  label: string;
  isChosen: boolean;
}

export function FilterTabs({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav className="dash-filter" aria-label={label}>
      <ul>
        {choices.map((choice) => (
          <li key={choice.to}>
            <Link to={choice.to} aria-current={choice.isChosen ? 'true' : undefined}>
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
