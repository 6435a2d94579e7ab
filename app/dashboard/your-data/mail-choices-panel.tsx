// Which mails a person wants besides those they must get: about changes, receipts and codes we always write.
import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';

interface MailChoicesPanelProps {
  personId: string;
  reminders: boolean;
  /** Null for people who neither teach nor work here. */
  substitutes: { calls: boolean; news: boolean } | null;
  /** Null when there is no address to send it to. */
  letter: boolean | null;
}

export function MailChoicesPanel({ personId, reminders, substitutes, letter }: MailChoicesPanelProps) {
  const keep = (column: ProfileChoice) => async (wanted: boolean) => {
    const client = await backend();
    const { error } = await client
      .from('profiles')
      .update({ [column]: wanted })
      .eq('user_id', personId);
    if (error) throw error;
  };
  return (
    <Panel title="What we write to you">
      <div className="mail-choices">
        <Choice
          label="Remind me the day before a class"
          hint="Receipts, changes and codes come in any case."
          initial={reminders}
          words={{ on: 'We will remind you', off: 'No more reminders' }}
          save={keep('wants_reminders')}
        />
        {substitutes && (
          <>
            <Choice
              label="Ask me when a class needs somebody"
              hint="The list of such classes is under Teaching in any case."
              initial={substitutes.calls}
              words={{ on: 'We will ask you', off: 'You are not asked by mail' }}
              save={keep('wants_substitute_calls')}
            />
            <Choice
              label="Tell me when somebody was found"
              hint="A change of what you teach yourself comes in any case."
              initial={substitutes.news}
              words={{ on: 'We will tell you', off: 'You are not told by mail' }}
              save={keep('wants_substitute_news')}
            />
          </>
        )}
        {letter !== null && (
          <Choice
            label="Send me the studio’s letter"
            hint="Once a month: what is new, what is on. One press in it ends it."
            initial={letter}
            words={{ on: 'You are subscribed', off: 'You are unsubscribed' }}
            save={async (wanted) => {
              const client = await backend();
              const { error } = await client.rpc('my_letter', { wanted });
              if (error) throw error;
            }}
          />
        )}
      </div>
    </Panel>
  );
}

type ProfileChoice = 'wants_reminders' | 'wants_substitute_calls' | 'wants_substitute_news';

interface ChoiceProps {
  label: string;
  hint: string;
  initial: boolean;
  words: { on: string; off: string };
  save(wanted: boolean): Promise<void>;
}

/** Saved at the press; put back when the server refuses. */
function Choice({ label, hint, initial, words, save }: ChoiceProps) {
  const [isOn, setOn] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const choose = async (wanted: boolean) => {
    setOn(wanted);
    setSaving(true);
    try {
      await save(wanted);
      toast({ variant: 'success', title: wanted ? words.on : words.off });
    } catch (reason) {
      setOn(!wanted);
      toast({ variant: 'destructive', title: 'Not saved', description: describeAuthError(reason).message });
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
