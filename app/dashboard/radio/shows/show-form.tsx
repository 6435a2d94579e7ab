import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { SaveForm } from '../save-form.tsx';
import type { Named, Show } from './shows-page.tsx';

interface ShowFormProps {
  show: Show;
  people: Named[];
  /** Accounts with the role of host; who has no profile yet gets one by being chosen. */
  accounts: Named[];
  onChange(): void;
  onDeleted(): void;
}

const ACCOUNT = 'account:';

export function ShowForm({ show, people, accounts, onChange, onDeleted }: ShowFormProps) {
  const known = new Set(people.map(({ name }) => name));
  const newcomers = accounts.filter(({ name }) => name !== '' && !known.has(name));
  return (
    <SaveForm
      table="shows"
      id={show.id}
      read={(text) => ({
        title: text('title'),
        summary: text('summary'),
        ...(!text('host_id').startsWith(ACCOUNT) && { host_id: text('host_id') || null }),
      })}
      afterwards={async (text, client) => {
        const chosen = text('host_id');
        if (!chosen.startsWith(ACCOUNT)) return null;
        const { error } = await client.rpc('name_show_host', {
          show_id: show.id,
          user_id: chosen.slice(ACCOUNT.length),
        });
        return error;
      }}
      kept="The show is kept"
      deletion={{
        button: 'Delete the show',
        title: `Delete “${show.title}”?`,
        content: 'Its hours on the grid and its recordings go with it. What was played stays in the history.',
      }}
      onChange={onChange}
      onDeleted={onDeleted}
    >
      <Field label="Name" required>
        <Input name="title" defaultValue={show.title} maxLength={120} />
      </Field>
      <Field label="With" hint="Whose name stands beside it.">
        <Select name="host_id" defaultValue={show.host_id ?? ''}>
          <option value="">nobody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {newcomers.length > 0 && (
            <optgroup label="Hosts without a profile yet">
              {newcomers.map(({ id, name }) => (
                <option key={id} value={`${ACCOUNT}${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </Field>
      <Field label="In a sentence">
        <Textarea name="summary" defaultValue={show.summary} rows={3} maxLength={500} />
      </Field>
    </SaveForm>
  );
}
