// What the dashboard's pages are made of: a list, and a form that counts its changes.
import { type FormEvent, useState } from 'react';
import { SaveBar } from '#app/dashboard/forms/save-bar.tsx';
import type { ListColumn } from '#app/dashboard/list/list-column.ts';
import { ListTable } from '#app/dashboard/list/list-table.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { KitSection } from './kit-section.tsx';

interface Order {
  number: string;
  buyer: string;
  what: string;
  state: 'Paid' | 'To pay' | 'Refunded';
  total: string;
}

const orders: Order[] = [
  { number: 'ON-4F7K2', buyer: 'Clara Nunes', what: 'Breath and bowed metal', state: 'Paid', total: '€24' },
  { number: 'ON-9QW3M', buyer: 'Yusuf Demir', what: 'Two inks, one drum', state: 'To pay', total: '€56' },
  { number: 'ON-2HB8T', buyer: 'Ama Boateng', what: 'Letters to a stranger', state: 'Paid', total: '€18' },
  { number: 'ON-7RC1X', buyer: 'Jonas Brandt', what: 'Ten-pass', state: 'Refunded', total: '€150' },
];
const columns: ListColumn<Order>[] = [
  { id: 'number', label: 'Number', width: 'number', cell: ({ number }) => number, phone: 'detail' },
  { id: 'buyer', label: 'Buyer', isTitle: true, cell: ({ buyer }) => <b>{buyer}</b> },
  { id: 'what', label: 'Booked', cell: ({ what }) => what, drop: 1 },
  {
    id: 'state',
    label: 'State',
    width: 'state',
    phone: 'end-detail',
    cell: ({ state }) => <Badge tone={state === 'To pay' ? 'danger' : 'quiet'}>{state}</Badge>,
  },
  { id: 'total', label: 'Total', width: 'money', align: 'end', cell: ({ total }) => total, phone: 'end' },
];

export function DashboardSection() {
  return (
    <KitSection
      id="dashboard"
      title="Dashboard"
      note="the open row is wide, the bar counts changes"
      shiftPx={60}
    >
      <div className="kit-stack">
        <h3>List</h3>
        <div className="list">
          <ListTable
            label="Orders"
            columns={columns}
            rows={orders}
            rowId={({ number }) => number}
            isCurrent={({ number }) => number === 'ON-9QW3M'}
            isQuiet={({ state }) => state === 'Refunded'}
          />
        </div>
      </div>
      <SettingsForm />
    </KitSection>
  );
}

function SettingsForm() {
  const [isDirty, setDirty] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setDirty(false);
    toastSuccess('Changes saved');
  };
  return (
    <form className="kit-stack kit-save" onInput={() => setDirty(true)} onSubmit={save}>
      <h3>Save bar</h3>
      <div className="kit-save-fields">
        <Field label="Name of the studio">
          <Input name="kit-name" defaultValue="onda" />
        </Field>
        <Field label="Phone">
          <Input name="kit-phone" type="tel" defaultValue="+00 22 555 0140" />
        </Field>
      </div>
      <SaveBar isBusy={false} isDirty={isDirty} />
    </form>
  );
}
