// What was played in a month, as the file that a collecting society asks for.

import { useState } from 'react';
import { addDays } from '#app/language/calendar-day.ts';
import { monthAndYear } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel } from '../../layout/page.tsx';

const MONTHS = 36;
const FORMS = ['soundexchange', 'soundexchange_ath', 'gema', 'spa'] as const;

export function RoyaltyPanel({ today }: { today: string }) {
  const months = lastMonths(today);
  // The last complete month.
  const [month, setMonth] = useState(months[1] ?? '');
  const [form, setForm] = useState<string>(FORMS[0]);
  return (
    <Panel title={t('dashboard.audience.royalty_report')} className="report royalty">
      <p className="dash-quiet">{t('dashboard.audience.royalty_report_hint')}</p>
      <div className="royalty-form">
        <Field label={t('dashboard.audience.month')}>
          <Select
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            options={months.map((one) => [one, monthAndYear(`${one}-01`)])}
          />
        </Field>
        <Field label={t('dashboard.audience.society')}>
          <Select
            value={form}
            onChange={(event) => setForm(event.target.value)}
            options={FORMS.map((name) => [name, t(`dashboard.audience.form_${name}`)])}
          />
        </Field>
        <Button variant="secondary" size="sm" asChild>
          <a href={`/api/radio/royalties.csv?${new URLSearchParams({ form, month })}`} download>
            {t('dashboard.radio.download_csv')}
          </a>
        </Button>
      </div>
    </Panel>
  );
}

/** "2026-11", "2026-10" ... */
function lastMonths(today: string): string[] {
  const months: string[] = [];
  for (let day = today; months.length < MONTHS; day = addDays(`${day.slice(0, 7)}-01`, -1))
    months.push(day.slice(0, 7));
  return months;
}
