// The way on and back through a long list.
import { useLocation } from 'react-router';
import { Link } from '#app/ui/link.tsx';

interface KeysetLinksProps {
  newer: string | null;
  older: string | null;
  words?: { newer: string; older: string };
}

export function KeysetLinks({ newer, older, words = { newer: 'Newer', older: 'Older' } }: KeysetLinksProps) {
  const { search } = useLocation();
  if (!newer && !older) return null;
  const to = (name: 'after' | 'before', mark: string) => {
    const query = new URLSearchParams(search);
    query.delete('after');
    query.delete('before');
    query.set(name, mark);
    return `?${query}`;
  };
  return (
    <nav className="pagination keyset" aria-label="Pages">
      {newer ? (
        <Link to={to('after', newer)} rel="prev" className="pagination-step">
          {words.newer}
        </Link>
      ) : (
        <span className="pagination-step" data-state="off" aria-hidden="true">
          {words.newer}
        </span>
      )}
      {older ? (
        <Link to={to('before', older)} rel="next" className="pagination-step">
          {words.older}
        </Link>
      ) : (
        <span className="pagination-step" data-state="off" aria-hidden="true">
          {words.older}
        </span>
      )}
    </nav>
  );
}
