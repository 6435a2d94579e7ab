// Optional emails. Changes of bookings, receipts and codes are always sent.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { TablesUpdate } from '#contracts/database.types.ts';
import { callDatabase } from '../forms/call-database.ts';
import { Panel } from '../layout/page.tsx';

interface MailChoicesPanelProps {
  personId: string;
  reminders: boolean;
  /** Null for people who do not teach or work here. */
  substitutes: { calls: boolean; news: boolean } | null;
  /** Null when there is no address to send it to. */
  newsletter: boolean | null;
}

export function MailChoicesPanel({ personId, reminders, substitutes, newsletter }: MailChoicesPanelProps) {
  const saveChoice = (choice: (wanted: boolean) => TablesUpdate<'profiles'>) => async (wanted: boolean) => {
    const client = await backend();
    const { error } = await client.from('profiles').update(choice(wanted)).eq('user_id', personId);
    if (error) throw error;
  };
  return (
    <Panel title="Email preferences">
      <div className="mail-choices">
        <Choice
          label="Remind me the day before a class"
          hint="Receipts, changes and codes are always sent."
          initial={reminders}
          messages={{ on: 'Reminders turned on', off: 'Reminders turned off' }}
          save={saveChoice((wanted) => ({ wants_reminders: wanted }))}
        />
        {substitutes && (
          <>
            <Choice
              label="Email me when a class needs a substitute"
              hint="You can always see these classes under Teaching."
              initial={substitutes.calls}
              messages={{ on: 'Substitute requests turned on', off: 'Substitute requests turned off' }}
              save={saveChoice((wanted) => ({ wants_substitute_calls: wanted }))}
            />
            <Choice
              label="Email me when a substitute is found"
              hint="Changes to your own classes are always sent."
              initial={substitutes.news}
              messages={{ on: 'Substitute updates turned on', off: 'Substitute updates turned off' }}
              save={saveChoice((wanted) => ({ wants_substitute_news: wanted }))}
            />
          </>
        )}
        {newsletter !== null && (
          <Choice
            label="Send me the newsletter"
            hint="Once a month. You can unsubscribe in every issue."
            initial={newsletter}
            messages={{ on: 'Newsletter turned on', off: 'Newsletter turned off' }}
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
  messages: { on: string; off: string };
  save(wanted: boolean): Promise<void>;
}

/** Saved at once; reverted if saving fails. */
function Choice({ label, hint, initial, messages, save }: ChoiceProps) {
  const [isOn, setOn] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const choose = async (wanted: boolean) => {
    setOn(wanted);
    setSaving(true);
    try {
      await save(wanted);
      toast({ variant: 'success', title: wanted ? messages.on : messages.off });
    } catch (reason) {
      setOn(!wanted);
      toast({
        variant: 'destructive',
        title: 'Preference not saved',
        description: describeAuthError(reason).message,
      });
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
