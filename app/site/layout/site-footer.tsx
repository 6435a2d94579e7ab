import { Fragment } from 'react';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { TextSize } from '#app/shell/document/text-size.tsx';
import { Link } from '#app/ui/link.tsx';
import { openingLines } from './opening-lines.ts';
import type { OpeningHours } from './opening-now.ts';
import { phoneLine } from './phone-line.ts';

interface FooterStudio {
  name: string;
  invitation: string;
  address: string;
  getting_here: string;
  access: string;
  email: string;
  phone: string;
  phone_hours: string;
  zone: string;
}

export function SiteFooter({
  studio,
  hours,
  word,
}: {
  studio: FooterStudio;
  hours: OpeningHours[];
  word: WordOutline;
}) {
  const facts = [
    ['Address', studio.address],
    ['Open', ...(hours.length > 0 ? openingLines(hours) : ['By appointment'])],
    ['Getting here', studio.getting_here],
    ['Access', studio.access],
  ] as [string, ...string[]][];
  return (
    <footer className="site-footer ruled">
      <div className="wrap">
        <div className="grid-12">
          <p className="display site-invitation span-5">{studio.invitation}</p>
          <section className="span-4" aria-labelledby="footer-visit">
            <h2 id="footer-visit">Visit</h2>
            <dl>
              {facts.map(([term, ...lines]) =>
                lines.some(Boolean) ? (
                  <Fragment key={term}>
                    <dt>{term}</dt>
                    <dd>
                      {lines.map((line) => (
                        <span key={line}>{line}</span>
                      ))}
                    </dd>
                  </Fragment>
                ) : null,
              )}
            </dl>
          </section>
          <section className="span-3" aria-labelledby="footer-write">
            <h2 id="footer-write">Write, call, listen</h2>
            <ul>
              {studio.email && (
                <li>
                  <a href={`mailto:${studio.email}`}>{studio.email}</a>
                </li>
              )}
              {studio.phone && <li>{phoneLine(studio)}</li>}
              <li>
                <Link to="/contact">Write to the studio</Link>
              </li>
              <li>
                <Link to="/newsletter">Newsletter, once a month</Link>
              </li>
              <li>
                <Link to="/radio">Radio and schedule</Link>
              </li>
              <li>
                <a href="/journal.rss">The journal as a feed</a>
              </li>
            </ul>
          </section>
        </div>
        <div className="site-footer-end">
          <div className="site-text-size">
            <span aria-hidden="true">Text size</span>
            <TextSize />
          </div>
          <nav className="site-footer-more" aria-label="More">
            <Link to="/about">About</Link>
            <Link to="/people">People</Link>
            <Link to="/events">Events</Link>
            <Link to="/passes">Passes</Link>
            <Link to="/policies/privacy">Privacy</Link>
            <Link to="/policies/terms">House rules</Link>
            <Link to="/policies/cancellation">If you cannot come</Link>
          </nav>
          <span>Times are local, {studio.zone.replace('_', ' ')}.</span>
          <Wordmark word={word} className="site-footer-mark" />
        </div>
      </div>
    </footer>
  );
}
