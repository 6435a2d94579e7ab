import { rich, t } from '#app/language/messages.ts';
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
    <Panel title={t('dashboard.security.your_details')}>
      <ul className="settings">
        <SettingRow
          label={t('dashboard.common.name')}
          value={person.name || t('dashboard.security.not_set')}
          isSet={Boolean(person.name)}
          actionLabel={(action) => t('dashboard.security.change_name', { action })}
        >
          {(close) => <NameForm person={person} onDone={done(close)} />}
        </SettingRow>
        <SettingRow
          label={t('dashboard.common.email')}
          value={
            <>
              {person.email ?? t('dashboard.security.not_set')}
              {newEmail && (
                <span className="dash-quiet">
                  {' '}
                  {rich('dashboard.security.email_changes_after_confirming', {
                    newEmail,
                    link: (text) => <Link to="/confirm?type=email_change">{text}</Link>,
                  })}
                </span>
              )}
            </>
          }
          isSet={Boolean(person.email)}
          actionLabel={(action) => t('dashboard.security.change_email', { action })}
        >
          {() => <EmailForm onSent={onChange} />}
        </SettingRow>
        <SettingRow
          label={t('dashboard.common.phone')}
          value={person.phone ? `+${person.phone}` : t('dashboard.security.not_set')}
          isSet={Boolean(person.phone)}
          actionLabel={(action) => t('dashboard.security.change_phone', { action })}
        >
          {(close) => <PhoneForm onDone={done(close)} />}
        </SettingRow>
        <SettingRow
          label={t('dashboard.common.password')}
          value={<span aria-hidden="true">••••••••</span>}
          isSet
          actionLabel={(action) => t('dashboard.security.change_password_setting', { action })}
        >
          {(close) => <PasswordForm login={person.email ?? person.phone ?? ''} onDone={done(close)} />}
        </SettingRow>
      </ul>
    </Panel>
  );
}
