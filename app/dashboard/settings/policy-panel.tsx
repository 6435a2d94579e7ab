import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../frame/room.tsx';
import { reportFailure } from '../radio/report.ts';

export interface Policy {
  id: string;
  words: string;
  full_until_h: number;
  late_credit_percent: number;
}

const fresh: Policy = { id: '', words: '', full_until_h: 24, late_credit_percent: 50 };

/** What holds for who cannot come. Classes choose one by its name; the standard one is there for all. */
export function PolicyPanel({ policies, onChange }: { policies: Policy[]; onChange(): void }) {
  const [openId, setOpenId] = useState<string | null>(
    policies.length === 1 ? (policies[0]?.id ?? null) : null,
  );
  const done = () => {
    setOpenId(null);
    onChange();
  };
  return (
    <Panel title="If somebody cannot come">
      <ul className="dash-list">
        {policies.map((policy) => (
          <li key={policy.id}>
            <span>
              <b>{policy.id}</b>
              <span className="dash-quiet">
                Everything back until {policy.full_until_h} h before, then {policy.late_credit_percent} % as
                credit
              </span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-expanded={openId === policy.id}
              aria-label={`Change the policy ${policy.id}`}
              onClick={() => setOpenId(openId === policy.id ? null : policy.id)}
            >
              {openId === policy.id ? 'Close' : 'Change'}
            </Button>
            {openId === policy.id && <PolicyForm policy={policy} onDone={done} />}
          </li>
        ))}
        <li>
          <span className="dash-quiet">Another one, for classes that need it.</span>
          <Button
            variant="link"
            size="sm"
            aria-expanded={openId === ''}
            onClick={() => setOpenId(openId === '' ? null : '')}
          >
            {openId === '' ? 'Close' : 'Add a policy'}
          </Button>
          {openId === '' && <PolicyForm policy={fresh} onDone={done} />}
        </li>
      </ul>
    </Panel>
  );
}

function PolicyForm({ policy, onDone }: { policy: Policy; onDone(): void }) {
  const [isBusy, setBusy] = useState(false);
  const isNew = policy.id === '';
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const row = {
      words: String(form.get('words') ?? '').trim(),
      full_until_h: Number(form.get('full_until_h')),
      late_credit_percent: Number(form.get('late_credit_percent')),
    };
    setBusy(true);
    const client = await backend();
    const table = client.from('cancellation_policies');
    const { error } = isNew
      ? await table.insert({ id: String(form.get('id') ?? '').trim(), ...row })
      : await table.update(row).eq('id', policy.id);
    setBusy(false);
    if (!reportFailure(error?.code === '23505' ? 'There is a policy of that name already.' : error)) return;
    toast({
      variant: 'success',
      title: 'The policy is kept',
      description: 'It holds from the next booking on.',
    });
    onDone();
  };
  const remove = () =>
    confirm({
      title: `Delete the policy “${policy.id}”?`,
      content: 'Bookings that were made under it keep its words.',
      type: 'destructive',
      confirmText: 'Delete it',
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.from('cancellation_policies').delete().eq('id', policy.id);
        if (error?.code === '23503') throw 'Classes still go by this policy. Give them another one first.';
        if (error) throw error;
        onDone();
      },
    });
  return (
    <form className="owner-form owner-policy" onSubmit={keep}>
      {isNew && (
        <Field label="Name" hint="Small letters, digits and hyphens." required>
          <Input name="id" pattern="[a-z0-9\-]{1,40}" maxLength={40} autoComplete="off" />
        </Field>
      )}
      <Field label="In words, as people read them" required>
        <Textarea name="words" defaultValue={policy.words} maxLength={1000} rows={4} />
      </Field>
      <Field label="Everything back until" hint="hours before the beginning" required>
        <Input
          name="full_until_h"
          type="number"
          min={0}
          max={2000}
          step={1}
          defaultValue={policy.full_until_h}
        />
      </Field>
      <Field label="After that, as credit" hint="percent of what was paid" required>
        <Input
          name="late_credit_percent"
          type="number"
          min={0}
          max={100}
          step={1}
          defaultValue={policy.late_credit_percent}
        />
      </Field>
      <div className="owner-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Keep the policy
        </Button>
        {!isNew && policy.id !== 'standard' && (
          <Button variant="destructive" size="sm" onClick={remove}>
            Delete it
          </Button>
        )}
      </div>
    </form>
  );
}
