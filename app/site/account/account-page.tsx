// The layout of all account pages: text and form beside a compression field. The field moves while the radio plays,
// like every other.

import type { CSSProperties, ReactNode } from 'react';
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import { longestWordEm, waveLetters } from '#app/features/page-head/letter-widths.ts';
import { t } from '#app/language/messages.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';

const tall: FieldShape = {
  width: 560,
  height: 800,
  pitch: 10,
  thin: 0.34,
  thick: 0,
  strength: 0.86,
  waves: 1.25,
};
const flat: FieldShape = {
  width: 390,
  height: 72,
  pitch: 5.2,
  thin: 0.36,
  thick: 0,
  strength: 0.8,
  waves: 1.6,
};

// As in account.css: all letters of a title are equally wide.
const EVEN = { narrowest: 124, widest: 124, step: 0, phase: 0 };

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  /** What happened, on a page without a form; an error is read aloud at once. */
  text?: string;
  error?: string;
  /** The phase of the wave on this page: it differs from page to page. */
  phase?: number;
  children?: ReactNode;
  /** Address and label of the next step, where the page has no form. */
  link?: readonly [to: string, label: string];
  /** Links below the form. */
  foot?: ReactNode;
}

export function AccountPage({
  title,
  lead,
  text,
  error,
  phase = 0.4,
  children,
  link,
  foot,
}: AccountPageProps) {
  const playing = useRadioPlayer((player) => player.playing);
  return (
    <>
      <div className="account-field tide" aria-hidden="true">
        <MovingField className="account-field-tall" shape={tall} phase={phase} isMoving={playing} />
        <MovingField className="account-field-flat" shape={flat} phase={phase} isMoving={playing} />
      </div>
      <main id="main" className="wrap account-page">
        <div className="account-column">
          <h1 style={{ '--longest-word': longestWordEm(waveLetters(title, EVEN)) } as CSSProperties}>
            {title}
          </h1>
          {lead && <div className="lead account-lead">{lead}</div>}
          {text && <p className="account-text">{text}</p>}
          {error && (
            <p className="account-text" role="alert">
              {error}
            </p>
          )}
          {children}
          {link && (
            <div className="account-actions">
              <Button variant="primary" size="lg" asChild>
                <Link to={link[0]}>{link[1]}</Link>
              </Button>
            </div>
          )}
          {foot && <div className="account-foot">{foot}</div>}
          <noscript>
            <p className="form-error">{t('site.account.this_page_needs_javascript')}</p>
          </noscript>
        </div>
      </main>
    </>
  );
}

/** Shown until an account page knows what to ask. */
export function WaitingAccountPage({ phase, label }: { phase: number; label: string }) {
  return (
    <AccountPage title={t('site.account.one_moment')} phase={phase}>
      <Progress label={label} value={null} />
    </AccountPage>
  );
}
