import { Link } from '#app/ui/link.tsx';

/** Links to related pages, at the end of a page: address and label. */
export function NextLinks({ links }: { links: [to: string, label: string][] }) {
  return (
    <ul className="next-links">
      {links.map(([to, label]) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
