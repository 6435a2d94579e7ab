// The first two texts of the home page, drafted from the kind of studio and its town until the owner writes others.
// A draft promises nothing: neither hours nor prices, answers or levels.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

export const KINDS = ['art', 'crafts', 'music', 'dance', 'theatre', 'movement', 'language', 'other'] as const;

interface OpeningLinesProps {
  errors: Partial<Record<'statement' | 'lead', string>> | undefined;
}

export function OpeningLines({ errors }: OpeningLinesProps) {
  const [kind, setKind] = useState('');
  const [town, setTown] = useState('');
  const [statement, setStatement] = useState<string>();
  const [lead, setLead] = useState<string>();
  const draft = draftLines(kind, town.trim());
  return (
    <>
      <Field label={t('site.setup.kind_of_studio')} optional>
        <Select
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          none={t('site.setup.choose_a_kind')}
          options={KINDS.map((one) => [one, t(`site.setup.kind_${one}`)] as const)}
        />
      </Field>
      <Field label={t('site.setup.town')} optional>
        <Input
          value={town}
          onChange={({ target }) => setTown(target.value)}
          maxLength={60}
          autoComplete="address-level2"
        />
      </Field>
      <p className="account-text">{t('site.setup.opening_lines')}</p>
      <Field
        label={t('site.setup.headline_of_the_home_page')}
        error={errors?.statement}
        hint={t('site.setup.left_empty', { text: t('site.layout.neutral_statement') })}
        optional
      >
        <Input
          name="statement"
          value={statement ?? draft.statement}
          onChange={({ target }) => setStatement(target.value)}
          maxLength={200}
        />
      </Field>
      <Field
        label={t('site.setup.text_below_the_headline')}
        error={errors?.lead}
        hint={t('site.setup.left_empty', { text: t('site.layout.neutral_lead') })}
        optional
      >
        <Textarea
          name="lead"
          value={lead ?? draft.lead}
          onChange={({ target }) => setLead(target.value)}
          maxLength={300}
          rows={2}
        />
      </Field>
    </>
  );
}

/** Empty until there is something to make a draft of: pages then show neutral lines. */
export function draftLines(kind: string, town: string): { statement: string; lead: string } {
  if (town === '' && (kind === '' || kind === 'other')) return { statement: '', lead: '' };
  const about = { kind, town, place: town === '' ? 'unknown' : 'known' };
  return { statement: t('site.setup.draft_statement', about), lead: t('site.setup.draft_lead', about) };
}
