import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';

/** Links to related pages, at the end of a page: address and label. */
export function NextLinks({ links }: { links: [to: string, label: string][] }) {
  const isLinked = useIsLinked();
  return (
    <ul className="next-links">
      {links
        .filter(([to]) => isLinked(to))
        .map(([to, label]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
    </ul>
  );
}
