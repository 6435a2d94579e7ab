// The settings for each program and the personal password for it. The password is shown once.

import { useState } from 'react';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { CopyButton } from '../copy-button.tsx';
import { type Connection, clientSettings } from './client-settings.ts';

export function SourceSettings({ connection, onChange }: { connection: Connection; onChange(): void }) {
  const { studio } = useStudio();
  const [password, setPassword] = useState<string | null>(null);
  const make = async () => {
    try {
      const made = await ownApi<{ password: string }>('/radio/password', { method: 'POST', body: {} });
      setPassword(made.password);
      onChange();
    } catch (reason) {
      reportFailure(reason);
    }
  };
  const remove = () =>
    confirm({
      ...questionText('dashboard.radio.remove_password'),
      type: 'destructive',
      onConfirm: async () => {
        await ownApi('/radio/password', { method: 'DELETE' });
        setPassword(null);
        onChange();
      },
    });
  const madeAt = connection.password_made_at;
  return (
    <>
      <section>
        <h3>{t('dashboard.radio.your_password')}</h3>
        {madeAt && (
          <p className="dash-quiet">
            {t('dashboard.radio.created_when', { when: since(new Date(madeAt), new Date(), studio.zone) })}
          </p>
        )}
        {password ? (
          <p className="source-password">
            <code>{password}</code>
            <CopyButton text={password} label={t('dashboard.radio.copy_password')} />
            <span className="dash-quiet">{t('dashboard.radio.copy_it_now_it_is_not')}</span>
          </p>
        ) : (
          <p className="dash-quiet">
            {madeAt
              ? t('dashboard.radio.you_have_a_password_if_you')
              : t('dashboard.radio.no_password_yet_it_is_personal')}
          </p>
        )}
        <div className="live-actions">
          <Button variant="secondary" size="sm" onClick={make}>
            {madeAt ? t('dashboard.radio.create_new_password') : t('dashboard.radio.create_password')}
          </Button>
          {madeAt && (
            <Button variant="text" size="sm" onClick={remove}>
              {t('dashboard.radio.remove_password')}
            </Button>
          )}
        </div>
      </section>
      <section>
        <h3>{t('dashboard.radio.go_live_from_a_program')}</h3>
        <Tabs defaultValue="butt">
          <TabsList aria-label={t('dashboard.radio.program')}>
            {clientSettings(connection).map(({ id, name }) => (
              <TabsTrigger key={id} value={id}>
                {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {clientSettings(connection).map(({ id, where, rows }) => (
            <TabsContent key={id} value={id}>
              <p className="dash-quiet">{where}</p>
              <dl className="source-rows">
                {rows.map(([label, value]) => (
                  <Fact key={label} name={label}>
                    <code>{password ? value.replaceAll('YOUR-PASSWORD', password) : value}</code>
                    <CopyButton
                      text={password ? value.replaceAll('YOUR-PASSWORD', password) : value}
                      label={t('dashboard.radio.copy_label', { label })}
                    />
                  </Fact>
                ))}
              </dl>
            </TabsContent>
          ))}
        </Tabs>
      </section>
    </>
  );
}
