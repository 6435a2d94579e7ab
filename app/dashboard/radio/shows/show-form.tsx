import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { SaveForm } from '../save-form.tsx';
import type { Named, Show } from './show.ts';

interface ShowFormProps {
  show: Show;
  people: Named[];
  /** Accounts with the role of host; choosing one without a profile creates it. */
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
        const { error } = await client.rpc('set_show_host', {
          show_id: show.id,
          user_id: chosen.slice(ACCOUNT.length),
        });
        return error;
      }}
      saved="Changes saved"
      deletion={{
        button: 'Delete show',
        title: `Delete “${show.title}”?`,
        content: 'Its time slots and recordings are deleted too. The play history is not changed.',
      }}
      onChange={onChange}
      onDeleted={onDeleted}
    >
      <Field label="Name" required>
        <Input name="title" defaultValue={show.title} maxLength={120} />
      </Field>
      <Field label="Host" hint="Shown on the show’s page.">
        <Select name="host_id" defaultValue={show.host_id ?? ''}>
          <option value="">None</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {newcomers.length > 0 && (
            <optgroup label="Without a profile yet">
              {newcomers.map(({ id, name }) => (
                <option key={id} value={`${ACCOUNT}${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </Field>
      <Field label="Description">
        <Textarea name="summary" defaultValue={show.summary} rows={3} maxLength={500} />
      </Field>
    </SaveForm>
  );
}
