// Optional emails. Changes of bookings, receipts and codes are always sent.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { TablesUpdate } from '#contracts/database.types.ts';
import { callDatabase } from '../forms/call-database.ts';
import { Panel } from '../layout/page.tsx';

const TEXTS = {
  reminders: [
    'dashboard.your_data.remind_me_the_day_before_a',
    'dashboard.your_data.receipts_changes_and_codes_are_always',
  ],
  substitute_requests: [
    'dashboard.your_data.email_me_when_a_class_needs',
    'dashboard.your_data.you_can_always_see_these_classes',
  ],
  substitute_updates: [
    'dashboard.your_data.email_me_when_a_substitute_is',
    'dashboard.your_data.changes_to_your_own_classes_are',
  ],
  newsletter: [
    'dashboard.your_data.send_me_the_newsletter',
    'dashboard.your_data.once_a_month_you_can_unsubscribe',
  ],
} as const;
type ChoiceName = keyof typeof TEXTS;

/** The columns of table profiles. */
const COLUMNS = {
  reminders: 'wants_reminders',
  substitute_requests: 'wants_substitute_calls',
  substitute_updates: 'wants_substitute_news',
} as const;

interface MailChoicesPanelProps {
  personId: string;
  reminders: boolean;
  /** Null for people who do not teach or work here. */
  substitutes: { calls: boolean; news: boolean } | null;
  /** Null when there is no address to send it to. */
  newsletter: boolean | null;
}

export function MailChoicesPanel({ personId, reminders, substitutes, newsletter }: MailChoicesPanelProps) {
  const save = async (name: ChoiceName, wanted: boolean) => {
    if (name === 'newsletter') {
      await callDatabase('my_newsletter', { wanted });
      return;
    }
    const client = await backend();
    await dataOf(
      client
        .from('profiles')
        .update<TablesUpdate<'profiles'>>({ [COLUMNS[name]]: wanted })
        .eq('user_id', personId),
    );
  };
  return (
    <Panel title={t('dashboard.your_data.email_preferences')}>
      <div className="mail-choices">
        <Choice name="reminders" initial={reminders} save={save} />
        {substitutes && (
          <>
            <Choice name="substitute_requests" initial={substitutes.calls} save={save} />
            <Choice name="substitute_updates" initial={substitutes.news} save={save} />
          </>
        )}
        {newsletter !== null && <Choice name="newsletter" initial={newsletter} save={save} />}
      </div>
    </Panel>
  );
}

interface ChoiceProps {
  name: ChoiceName;
  initial: boolean;
  save(name: ChoiceName, wanted: boolean): Promise<void>;
}

/** Saved at once; reverted if saving fails. */
function Choice({ name, initial, save }: ChoiceProps) {
  const [label, hint] = TEXTS[name];
  const [isOn, setOn] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const choose = async (wanted: boolean) => {
    setOn(wanted);
    setSaving(true);
    try {
      await save(name, wanted);
      const state = wanted ? 'on' : 'off';
      toastSuccess(t(`dashboard.your_data.${name}_turned_${state}`));
    } catch (reason) {
      setOn(!wanted);
      toastError(t('dashboard.your_data.preference_not_saved'), describeAuthError(reason).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Checkbox
      label={t(label)}
      hint={t(hint)}
      checked={isOn}
      aria-busy={isSaving || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
