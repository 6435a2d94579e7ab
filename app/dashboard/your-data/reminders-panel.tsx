// Which mails a person wants besides those they must get: about changes, receipts and codes we always write.
import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../frame/room.tsx';

export function RemindersPanel({ personId, initial }: { personId: string; initial: boolean }) {
  const [isWanted, setWanted] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const save = async (wanted: boolean) => {
    setWanted(wanted);
    setSaving(true);
    try {
      const client = await backend();
      const change = client.from('profiles').update({ wants_reminders: wanted });
      const { error } = await change.eq('user_id', personId);
      if (error) throw error;
      toast({ variant: 'success', title: wanted ? 'We will remind you' : 'No more reminders' });
    } catch (reason) {
      setWanted(!wanted);
      toast({ variant: 'destructive', title: 'Not saved', description: describeAuthError(reason).words });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Panel title="What we write to you">
      <Checkbox
        label="Remind me the day before a class"
        hint="Receipts, changes and codes come in any case."
        checked={isWanted}
        aria-busy={isSaving || undefined}
        onChange={(event) => void save(event.target.checked)}
      />
    </Panel>
  );
}
