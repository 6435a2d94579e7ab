// A pass as an object: its name, one rule for each entry, what it is for, and a stub with price and link.

import { hasSeparateLetters, isShortTitle, waveLetters } from '#app/features/page-head/letter-widths.ts';
import { WaveLine } from '#app/features/page-head/wave-title.tsx';
import { addDays } from '#app/language/calendar-day.ts';
import { longDay } from '#app/language/format-day.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { PassType, PricedClass } from './load-passes.ts';
import { entryCents } from './pass-savings.ts';
import { validFor } from './valid-for.ts';

interface PassObjectProps {
  pass: PassType;
  /** The classes it pays for, the dearest first. */
  classes: PricedClass[];
  today: string;
  /** Of the largest pass, so that the rules of all have one scale. */
  maxEntries: number;
  /** The first of several: on green, with the page's main button. */
  isFirst: boolean;
  sendsMail: boolean;
}

export function PassObject({ pass, classes, today, maxEntries, isFirst, sendsMail }: PassObjectProps) {
  const headingId = `pass-${pass.id}`;
  return (
    <section className={isFirst ? 'pass tide' : 'pass pass-other'} aria-labelledby={headingId}>
      <div className="wrap pass-body">
        <div className="pass-object">
          <PassName id={headingId} pass={pass} isWave={isFirst} />
          <EntryRules count={pass.entries} of={Math.min(maxEntries, pass.entries * 2)} />
          <PassFacts pass={pass} classes={classes} today={today} />
        </div>
        <div className="pass-stub">
          <p className="pass-price">{price(pass.price_cents, pass.currency)}</p>
          <p className="pass-unit">
            <b>{t('site.passes.price_an_entry', { price: price(entryCents(pass), pass.currency) })}</b>{' '}
            <SinglePrices classes={classes} />
          </p>
          <Button asChild variant="secondary" size="lg">
            <Link to={`/passes?buy=${pass.id}`}>
              <span aria-hidden="true">
                {t('site.passes.buy_for', { price: price(pass.price_cents, pass.currency) })}
              </span>
              <span className="sr-only">
                {t('site.passes.buy_name_for', {
                  name: pass.name,
                  price: price(pass.price_cents, pass.currency),
                })}
              </span>
            </Link>
          </Button>
          {isFirst && (
            <p className="pass-note">
              {sendsMail
                ? t('site.passes.no_account_needed_by_email')
                : t('site.passes.no_account_needed_next_page')}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function PassName({ id, pass, isWave }: { id: string; pass: PassType; isWave: boolean }) {
  const { name } = pass;
  const canWave = isWave && isShortTitle(name) && hasSeparateLetters(name);
  return (
    <h2 id={id} className={canWave ? 'wave-title' : undefined} dir="auto" {...langOf(pass, 'name')}>
      {canWave ? (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden="true">
            <WaveLine words={waveLetters(name)} />
          </span>
        </>
      ) : (
        name
      )}
    </h2>
  );
}

const PITCH = 70;
const RULE = 21;

/** One wide rule for each entry, on a scale of this many. */
function EntryRules({ count, of }: { count: number; of: number }) {
  const rules = Array.from({ length: count }, (_, index) => `M${index * PITCH} 0h${RULE}v10h-${RULE}z`);
  return (
    <svg
      className="pass-rules"
      viewBox={`0 0 ${(of - 1) * PITCH + RULE} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={rules.join('')} fill="currentColor" />
    </svg>
  );
}

function PassFacts({ pass, classes, today }: Pick<PassObjectProps, 'pass' | 'classes' | 'today'>) {
  const facts = [
    {
      term: t('site.passes.pays_for'),
      value:
        classes.length > 0
          ? t('site.passes.classes_it_pays_for', { count: classes.length })
          : t('site.passes.any_single_date'),
      note: t('site.passes.single_dates_not_courses'),
    },
    {
      term: t('site.passes.valid_until'),
      value: longDay(addDays(today, pass.valid_days)),
      note: t('site.passes.time_from_today', { time: validFor(pass.valid_days) }),
    },
    {
      term: t('site.passes.for_term'),
      value: t('site.passes.you_and_others'),
      note: t('site.passes.two_people_take_two_entries_the'),
    },
  ];
  return (
    <dl className="pass-facts">
      {facts.map(({ term, value, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <b>{value}</b>
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SinglePrices({ classes }: { classes: PricedClass[] }) {
  const [dearest] = classes;
  const cheapest = classes.at(-1);
  if (!dearest || !cheapest || dearest.price_cents === cheapest.price_cents) return null;
  return t('site.passes.single_dates_cost', {
    from: price(cheapest.price_cents, cheapest.currency),
    to: price(dearest.price_cents, dearest.currency),
  });
}
