import { Link } from '#app/ui/link.tsx';

/** Links onwards, at the end of a page: address and label. */
export function WayList({ ways }: { ways: [to: string, label: string][] }) {
  return (
    <ul className="way-list">
      {ways.map(([to, label]) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
