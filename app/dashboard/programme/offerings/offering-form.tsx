// The form of one offering with its actions: save, publish, unpublish.

import { type FormEvent, useState } from 'react';
import { MediaPicker } from '#app/features/media/media-picker.tsx';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { Media } from '#contracts/media.ts';
import type { SavedOffering } from '#contracts/programme.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { OFFERING_TEXTS } from '../../languages/text-fields.ts';
import { Panel } from '../../layout/page.tsx';
import { OtherEditors } from '../../realtime/other-editors.tsx';
import type { Editors } from '../../realtime/use-editors.ts';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { kindName, type OfferingFields, type OfferingState, type WholeOffering } from './offering.ts';
import { type Named, OfferingFieldSet } from './offering-fields.tsx';
import { QuestionFields } from './question-fields.tsx';
import { QuestionTranslations } from './question-translations.tsx';
import { useOfferingForm } from './use-offering-form.ts';

interface OfferingFormProps {
  offering: WholeOffering | null;
  state: OfferingState;
  currency: string;
  people: Named[];
  candidates: Catalogue['candidates'];
  policies: (Named & { summary: string; full_until_h: number; late_credit_percent: number })[];
  editors: Editors;
  /** Called after saving, with what the pressed button did. */
  onSaved(saved: SavedOffering, published: 'published' | 'withdrawn' | undefined): void;
  onReload(): void;
  onDiscard(): void;
}

export function OfferingForm(props: OfferingFormProps) {
  const { offering, state, currency, people, candidates, policies, editors, onSaved, onReload, onDiscard } =
    props;
  const form = useOfferingForm(offering);
  const { draft } = form;
  const [picture, setPicture] = useState<Media | null>(offering?.picture ?? null);
  const isOtherPicture = draft.fields.media_id !== (picture?.id ?? null);
  const letGo = useUnsavedGuard(form.isDirty);

  const saveForm = async (published?: 'published' | 'withdrawn') => {
    const saved = await form.save(published && { published_at: published === 'published' ? 'now' : null });
    if (!saved) return;
    letGo();
    editors.announceSaved();
    onSaved(saved, published);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saveForm();
  };
  const nameOf = (field: keyof OfferingFields, value: OfferingFields[keyof OfferingFields]): string => {
    if (field === 'teacher_id')
      return people.find(({ id }) => id === value)?.name ?? t('dashboard.programme.no_teacher');
    if (field === 'policy_id') return policies.find(({ id }) => id === value)?.name ?? String(value);
    if (field === 'price_cents') return `${Number(value) / 100} ${currency}`;
    if (field === 'media_id')
      return value === null
        ? t('dashboard.programme.no_picture')
        : value === picture?.id
          ? picture.alt
          : t('dashboard.programme.another_picture');
    if (field === 'translations') return Object.keys(value as object).join(', ');
    if (field === 'kind') return kindName(value as OfferingFields['kind']);
    return value === null || value === '' ? t('dashboard.programme.empty_value') : String(value);
  };

  return (
    <form
      className="offering-form"
      onSubmit={submit}
      noValidate
      aria-label={t('dashboard.programme.offering')}
    >
      <OtherEditors editors={editors} onReload={onReload} />
      {form.conflict && (
        <ConflictPanel
          conflict={form.conflict}
          mine={draft.fields}
          nameOf={nameOf}
          onTake={form.change}
          onSettled={() => void saveForm()}
        />
      )}
      <InLanguages
        row={draft.fields}
        fields={OFFERING_TEXTS}
        translations={draft.fields.translations}
        error={form.formError?.field === 'translations' ? form.formError.message : undefined}
        onChange={(translations) => form.change({ translations })}
        more={(language) => (
          <QuestionTranslations
            questions={draft.questions}
            language={language}
            onChange={form.setQuestions}
          />
        )}
      >
        <OfferingFieldSet
          fields={draft.fields}
          priceText={draft.priceText}
          currency={currency}
          people={people}
          candidates={candidates}
          policies={policies}
          formError={form.formError}
          folder={draft.fields.kind === 'event' ? '/events/' : '/classes/'}
          onChange={form.change}
          onPriceText={form.setPriceText}
        />
        <Panel title={t('dashboard.common.picture')} className="offering-part" id="picture">
          <MediaPicker
            key={isOtherPicture ? draft.fields.media_id : 'own'}
            label={t('dashboard.programme.picture_of_the_public_page')}
            hint={
              isOtherPicture && draft.fields.media_id
                ? t('dashboard.programme.you_chose_the_other_persons_picture')
                : t('dashboard.programme.without_one_the_page_shows_a')
            }
            defaultValue={isOtherPicture ? null : picture}
            ratio={[7, 4]}
            onChange={(media) => {
              setPicture(media);
              form.change({ media_id: media?.id ?? null });
            }}
          />
        </Panel>
        <QuestionFields
          questions={draft.questions}
          formError={form.formError?.field === 'questions' ? form.formError.message : undefined}
          onChange={form.setQuestions}
        />
      </InLanguages>
      <SaveBar
        isBusy={form.isBusy}
        isDirty={form.isDirty}
        submit={offering ? undefined : t('dashboard.programme.save_draft')}
        onDiscard={onDiscard}
      >
        {offering && state === 'draft' && (
          <Button variant="secondary" size="sm" busy={form.isBusy} onClick={() => void saveForm('published')}>
            {t('dashboard.programme.publish_verb')}
          </Button>
        )}
        {offering && (state === 'published' || state === 'scheduled') && (
          <Button variant="tertiary" size="sm" busy={form.isBusy} onClick={() => void saveForm('withdrawn')}>
            {t('dashboard.common.unpublish')}
          </Button>
        )}
      </SaveBar>
    </form>
  );
}
