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

type Column = 'wants_reminders' | 'wants_substitute_calls' | 'wants_substitute_news';

interface MailChoicesPanelProps {
  personId: string;
  reminders: boolean;
  /** Null for people who do not teach or work here. */
  substitutes: { calls: boolean; news: boolean } | null;
  /** Null when there is no address to send it to. */
  newsletter: boolean | null;
}

export function MailChoicesPanel({ personId, reminders, substitutes, newsletter }: MailChoicesPanelProps) {
  const saveAs = (column: Column) => async (wanted: boolean) => {
    const client = await backend();
    await dataOf(
      client
        .from('profiles')
        .update<TablesUpdate<'profiles'>>({ [column]: wanted })
        .eq('user_id', personId),
    );
  };
  return (
    <Panel title={t('dashboard.your_data.email_preferences')}>
      <div className="mail-choices">
        <Choice
          label={t('dashboard.your_data.remind_me_the_day_before_a')}
          hint={t('dashboard.your_data.receipts_changes_and_codes_are_always')}
          initial={reminders}
          name="reminders"
          save={saveAs('wants_reminders')}
        />
        {substitutes && (
          <>
            <Choice
              label={t('dashboard.your_data.email_me_when_a_class_needs')}
              hint={t('dashboard.your_data.you_can_always_see_these_classes')}
              initial={substitutes.calls}
              name="substitute_requests"
              save={saveAs('wants_substitute_calls')}
            />
            <Choice
              label={t('dashboard.your_data.email_me_when_a_substitute_is')}
              hint={t('dashboard.your_data.changes_to_your_own_classes_are')}
              initial={substitutes.news}
              name="substitute_updates"
              save={saveAs('wants_substitute_news')}
            />
          </>
        )}
        {newsletter !== null && (
          <Choice
            label={t('dashboard.your_data.send_me_the_newsletter')}
            hint={t('dashboard.your_data.once_a_month_you_can_unsubscribe')}
            initial={newsletter}
            name="newsletter"
            save={async (wanted) => {
              await callDatabase('my_newsletter', { wanted });
            }}
          />
        )}
      </div>
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  initial: boolean;
  name: 'reminders' | 'substitute_requests' | 'substitute_updates' | 'newsletter';
  save(wanted: boolean): Promise<void>;
}

/** Saved at once; reverted if saving fails. */
function Choice({ label, hint, initial, name, save }: ChoiceProps) {
  const [isOn, setOn] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const choose = async (wanted: boolean) => {
    setOn(wanted);
    setSaving(true);
    try {
      await save(wanted);
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
      label={label}
      hint={hint}
      checked={isOn}
      aria-busy={isSaving || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
