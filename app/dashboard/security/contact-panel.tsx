import { Link } from '#app/ui/link.tsx';
import type { Person } from '#contracts/visitor.ts';
import { Panel } from '../layout/page.tsx';
import { EmailForm } from './email-form.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { SettingRow } from './setting-row.tsx';

interface ContactPanelProps {
  data: { person: Pick<Person, 'id' | 'name' | 'email' | 'phone'>; newEmail: string | null };
  onChange(): void;
}

export function ContactPanel({ data, onChange }: ContactPanelProps) {
  const { person, newEmail } = data;
  const done = (close: () => void) => () => {
    close();
    onChange();
  };
  return (
    <Panel title="Your details">
      <ul className="settings">
        <SettingRow label="Name" value={person.name || 'Not set'} change={person.name ? 'Change' : 'Add'}>
          {(close) => <NameForm person={person} onDone={done(close)} />}
        </SettingRow>
        <SettingRow
          label="Email"
          value={
            <>
              {person.email ?? 'Not set'}
              {newEmail && (
                <span className="dash-quiet">
                  {' '}
                  Changes to {newEmail} after you confirm it from both mailboxes.{' '}
                  <Link to="/confirm?type=email_change">Enter a code</Link>
                </span>
              )}
            </>
          }
          change={person.email ? 'Change' : 'Add'}
        >
          {() => <EmailForm onSent={onChange} />}
        </SettingRow>
        <SettingRow
          label="Phone"
          value={person.phone ? `+${person.phone}` : 'Not set'}
          change={person.phone ? 'Change' : 'Add'}
        >
          {(close) => <PhoneForm onDone={done(close)} />}
        </SettingRow>
        <SettingRow label="Password" value={<span aria-hidden="true">••••••••</span>} change="Change">
          {(close) => <PasswordForm login={person.email ?? person.phone ?? ''} onDone={done(close)} />}
        </SettingRow>
      </ul>
    </Panel>
  );
}
