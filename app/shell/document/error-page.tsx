// What a visitor reads when a page is missing or broken: what happened, and the ways on.
import { useLocation } from 'react-router';
import { Link } from '#app/ui/link.tsx';

export function ErrorPage({ isMissing }: { isMissing: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="wrap error-page">
      <p className="error-code" aria-hidden="true">
        {isMissing ? '4' : '5'}
        <span>0</span>
        {isMissing ? '4' : '0'}
      </p>
      <h1>{isMissing ? 'This page has left the room.' : 'Something fell over.'}</h1>
      <p className="lead">
        {isMissing
          ? 'The address is wrong, or what was here is over. The studio itself is still where it was.'
          : 'It is our fault, not yours, and it has been written down. Try again in a moment.'}
      </p>
      <nav aria-label="Ways on">
        <ul className="way-list">
          {!isMissing && (
            <li>
              <a href={pathname + search}>Try again</a>
            </li>
          )}
          <li>
            <Link to="/">Home</Link>
          </li>
          <li>
            <Link to="/timetable">What is on this week</Link>
          </li>
          <li>
            <Link to="/contact">Write to us</Link>
          </li>
        </ul>
      </nav>
    </main>
  );
}
