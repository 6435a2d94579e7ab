import { Fragment, type ReactNode } from 'react';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { contentText } from '#app/language/content-text.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { TextSize } from '#app/shell/document/text-size.tsx';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
import { LanguageLinks } from './language-links.tsx';
import { openingLines } from './opening-lines.ts';
import type { OpeningHours } from './opening-now.ts';
import { phoneLine } from './phone-line.ts';

const MORE = [
  ['/people', 'site.layout.people'],
  ['/events', 'site.layout.events'],
  ['/passes', 'site.layout.passes'],
] as const;

interface FooterStudio extends Marks {
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
  hasImprint,
}: {
  studio: FooterStudio;
  hours: OpeningHours[];
  word: WordOutline;
  hasImprint: boolean;
}) {
  const isLinked = useIsLinked();
  const facts = [
    [t('site.common.address'), studio.address],
    [t('site.layout.open_hours_term'), ...openingLines(hours)],
    [t('site.layout.getting_here'), contentText(studio, 'getting_here')],
    [t('site.layout.access'), contentText(studio, 'access')],
  ] as [string, ...ReactNode[]][];
  const given = facts.filter(([, ...lines]) => lines.some(Boolean));
  return (
    <footer className="site-footer ruled">
      <div className="wrap">
        <div className="grid-12">
          {studio.invitation && (
            <p className="display site-invitation span-5" {...langOf(studio, 'invitation')}>
              {studio.invitation}
            </p>
          )}
          {given.length > 0 && (
            <section className="span-4" aria-labelledby="footer-visit">
              <h2 id="footer-visit">{t('site.layout.visit_heading')}</h2>
              <dl>
                {given.map(([term, ...lines]) => (
                  <Fragment key={term}>
                    <dt>{term}</dt>
                    <dd>
                      {lines.map((line, index) => (
                        // Lines have no id and do not move.
                        <span key={index.toString()}>{line}</span>
                      ))}
                    </dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          )}
          <section className="span-3" aria-labelledby="footer-write">
            <h2 id="footer-write">{t('site.layout.write_call_listen')}</h2>
            <ul>
              {studio.email && (
                <li>
                  <a href={`mailto:${studio.email}`}>{studio.email}</a>
                </li>
              )}
              {studio.phone && <li>{phoneLine(studio)}</li>}
              <li>
                <Link to="/contact">{t('site.common.write_to_the_studio')}</Link>
              </li>
              {isLinked('/newsletter') && (
                <li>
                  <Link to="/newsletter">{t('site.layout.newsletter_once_a_month')}</Link>
                </li>
              )}
              {isLinked('/radio') && (
                <li>
                  <Link to="/radio">{t('site.layout.radio_and_schedule')}</Link>
                </li>
              )}
              {isLinked('/journal') && (
                <li>
                  <a href={localPath('/journal.rss')}>{t('site.layout.the_journal_as_a_feed')}</a>
                </li>
              )}
            </ul>
          </section>
        </div>
        <div className="site-footer-end">
          <div className="site-text-size">
            <span aria-hidden="true">{t('site.layout.text_size')}</span>
            <TextSize />
          </div>
          <LanguageLinks className="site-languages" />
          <nav className="site-footer-more" aria-label={t('site.layout.more_pages')}>
            <Link to="/about">{t('site.layout.about')}</Link>
            {MORE.filter(([to]) => isLinked(to)).map(([to, label]) => (
              <Link key={to} to={to}>
                {t(label)}
              </Link>
            ))}
            <Link to="/policies/privacy">{t('shared.policies.privacy')}</Link>
            <Link to="/policies/terms">{t('shared.policies.terms')}</Link>
            <Link to="/policies/cancellation">{t('shared.policies.cancellation')}</Link>
            {hasImprint && <Link to="/policies/imprint">{t('shared.policies.imprint')}</Link>}
          </nav>
          <span>{t('site.layout.times_are_local_zone', { zone: studio.zone.replace('_', ' ') })}</span>
          <Wordmark word={word} className="site-footer-mark" />
        </div>
      </div>
    </footer>
  );
}
