// One discipline: name, description, colour, and removing it, which moves its content to another one.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Json } from '#contracts/database.types.ts';
import { DISCIPLINE_COLORS, type DisciplineRow } from '#contracts/discipline.ts';
import type { DisciplineUsage } from '#contracts/programme.ts';
import type { Translations } from '#contracts/translations.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { InLanguages } from '../languages/in-languages.tsx';
import { DISCIPLINE_TEXTS } from '../languages/text-fields.ts';

/** "3 offerings, 1 show" */
export function usageLabel(usage: DisciplineUsage | undefined): string {
  const { offerings = 0, content = 0, shows = 0 } = usage ?? {};
  const parts = [
    offerings > 0 && t('dashboard.settings.offerings_using_it', { count: offerings }),
    content > 0 && t('dashboard.settings.content_using_it', { count: content }),
    shows > 0 && t('dashboard.settings.shows_using_it', { count: shows }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : t('dashboard.settings.not_used_yet');
}

interface DisciplineFormProps {
  /** Null for a new one. */
  row: (DisciplineRow & { translations: Translations }) | null;
  usage?: DisciplineUsage | undefined;
  others: readonly DisciplineRow[];
  onDone(): void;
}

export function DisciplineForm({ row, usage, others, onDone }: DisciplineFormProps) {
  const unused = DISCIPLINE_COLORS.find((color) => !others.some((other) => other.color === color));
  const [color, setColor] = useState<string>(row?.color ?? unused ?? 'blue');
  const [translations, setTranslations] = useState(row?.translations ?? {});
  const [isBusy, setBusy] = useState(false);
  const [nameError, setNameError] = useState<string>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('save_discipline', {
      discipline: row?.slug ?? null,
      name: String(given.get('name')),
      color,
      description: String(given.get('description')),
      translations: translations as Json,
    });
    setBusy(false);
    const isName = error && ['name_taken', 'bad_name'].includes(error.hint ?? '');
    setNameError(isName ? describeReason(error) : undefined);
    if (error && !isName) return reportFailure(error);
    if (error) return;
    toastSuccess(row ? t('dashboard.settings.discipline_saved') : t('dashboard.settings.discipline_added'));
    onDone();
  };
  return (
    <form className="discipline-form" onSubmit={save}>
      <InLanguages
        row={row ?? {}}
        fields={DISCIPLINE_TEXTS}
        translations={translations}
        onChange={setTranslations}
      >
        <Field label={t('dashboard.common.name')} required error={nameError}>
          <Input name="name" defaultValue={row?.name} maxLength={40} autoComplete="off" />
        </Field>
        <Field
          label={t('dashboard.settings.colour')}
          hint={t('dashboard.settings.black_text_is_readable_on_all')}
        >
          <Select
            name="color"
            value={color}
            onChange={(event) => setColor(event.target.value)}
            options={DISCIPLINE_COLORS.map((one) => [one, t(`dashboard.settings.color_${one}`)])}
          />
        </Field>
        <p className="discipline-sample" data-color={color} aria-hidden="true" />
        <Field
          label={t('dashboard.common.description')}
          hint={t('dashboard.settings.one_sentence_for_the_about_page')}
        >
          <Textarea name="description" rows={2} maxLength={200} defaultValue={row?.description} />
        </Field>
      </InLanguages>
      <span className="dash-row-actions">
        <Button variant={row ? 'primary' : 'tertiary'} size="sm" type="submit" busy={isBusy}>
          {row ? t('dashboard.settings.save_discipline') : t('dashboard.settings.add_discipline')}
        </Button>
      </span>
      {row && others.length > 1 && (
        <RemoveDiscipline row={row} usage={usage} others={others} onDone={onDone} />
      )}
    </form>
  );
}

function RemoveDiscipline({
  row,
  usage,
  others,
  onDone,
}: Omit<DisciplineFormProps, 'row'> & { row: DisciplineRow }) {
  const rest = others.filter(({ slug }) => slug !== row.slug);
  const isUsed = usage !== undefined && usage.offerings + usage.content + usage.shows > 0;
  const [target, setTarget] = useState(rest[0]?.slug ?? '');
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('remove_discipline', {
      discipline: row.slug,
      move_to: isUsed ? target : null,
    });
    setBusy(false);
    if (error) return reportFailure(error);
    toastSuccess(t('dashboard.settings.discipline_removed'));
    onDone();
  };
  return (
    <div className="discipline-remove">
      {isUsed && (
        <Field label={t('dashboard.settings.move_content_to', { name: row.name })}>
          <Select
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            options={rest.map(({ slug, name }) => [slug, name])}
          />
        </Field>
      )}
      <LinkButton type="button" busy={isBusy} onClick={() => void remove()}>
        {isUsed
          ? t('dashboard.settings.move_and_remove_discipline')
          : t('dashboard.settings.remove_discipline')}
      </LinkButton>
    </div>
  );
}
