// The filters above the class list. A plain GET form: it works before and without scripts.

import { Form } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { levelName } from '#app/features/programme/audience.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { type ClassFilters, DAY_VALUES, LEVEL_VALUES, OLDEST_AGE } from './class-filters.ts';

type Option = [value: string, label: string];

interface ClassFilterFormProps {
  filters: ClassFilters;
  teachers: { slug: string; name: string }[];
}

export function ClassFilterForm({ filters, teachers }: ClassFilterFormProps) {
  const disciplines = useDisciplines();
  const isAsking = Object.keys(filters).length > 0;
  const days = weekdaysInOrder().map(
    (day): Option => [DAY_VALUES[day - 1] ?? '', capitalised(weekdayName(day))],
  );
  const levels = LEVEL_VALUES.map((level): Option => [level, capitalised(levelName(level))]);
  return (
    <search>
      {/* The key refills the controls when the address changes by a link or by going back. */}
      <Form
        key={JSON.stringify(filters)}
        className="class-filters"
        method="get"
        action="/classes"
        preventScrollReset
        aria-label={t('site.classes.find_a_class')}
      >
        {choice('day', DAY_VALUES[(filters.day ?? 0) - 1], days, t('site.classes.any_day'))}
        <Field label={t('site.classes.age')}>
          <NumberInput
            name="age"
            inputMode="numeric"
            min={0}
            max={OLDEST_AGE}
            placeholder={t('site.classes.any_age')}
            defaultValue={filters.age ?? ''}
          />
        </Field>
        {choice('level', filters.level, levels, t('site.classes.any_level'))}
        {choice('discipline', filters.discipline, disciplines.map(bySlug), t('site.classes.all_disciplines'))}
        {choice('teacher', filters.teacher, teachers.map(bySlug), t('site.classes.any_teacher'))}
        <div className="class-filters-end">
          <Button type="submit" variant="secondary">
            {t('site.classes.show_verb')}
          </Button>
          {isAsking && (
            <Link className="class-filters-clear" to="/classes" preventScrollReset>
              {t('site.classes.show_all')}
            </Link>
          )}
        </div>
      </Form>
    </search>
  );
}

function bySlug({ slug, name }: { slug: string; name: string }): Option {
  return [slug, name];
}

function choice(
  name: 'day' | 'level' | 'discipline' | 'teacher',
  chosen: string | undefined,
  options: Option[],
  none: string,
) {
  return (
    <Field label={t(`site.classes.${name}`)}>
      <Select name={name} defaultValue={chosen ?? ''} options={options} none={none} />
    </Field>
  );
}
