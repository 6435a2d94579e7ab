// The settings for each program and the personal password for it. The password is shown once.
import { useState } from 'react';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
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
      title: 'Remove your password?',
      content: 'Programs that use it can no longer connect.',
      type: 'destructive',
      confirmText: 'Remove password',
      onConfirm: async () => {
        await ownApi('/radio/password', { method: 'DELETE' });
        setPassword(null);
        onChange();
      },
    });
  const madeAt = connection.password_made_at;
  return (
    <>
      <Panel
        title="Your password"
        aside={madeAt && `created ${since(new Date(madeAt), new Date(), studio.zone)}`}
      >
        {password ? (
          <p className="source-password">
            <code>{password}</code>
            <Copy text={password} label="Copy password" />
            <span className="dash-quiet">
              Copy it now: it is not shown again. You can create a new one at any time.
            </span>
          </p>
        ) : (
          <p className="dash-quiet">
            {madeAt
              ? 'You have a password. If you lost it, create a new one; the old one stops working.'
              : 'No password yet. It is personal and lets you go live during your shows.'}
          </p>
        )}
        <div className="panel-foot live-actions">
          <Button variant="secondary" size="sm" onClick={make}>
            {madeAt ? 'Create new password' : 'Create password'}
          </Button>
          {madeAt && (
            <Button variant="text" size="sm" onClick={remove}>
              Remove password
            </Button>
          )}
        </div>
      </Panel>
      <Panel title="Go live from a program">
        <Tabs defaultValue="butt">
          <TabsList aria-label="Program">
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
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      <code>{password ? value.replaceAll('YOUR-PASSWORD', password) : value}</code>
                      <Copy
                        text={password ? value.replaceAll('YOUR-PASSWORD', password) : value}
                        label={`Copy ${label}`}
                      />
                    </dd>
                  </div>
                ))}
              </dl>
            </TabsContent>
          ))}
        </Tabs>
      </Panel>
    </>
  );
}

function Copy({ text, label }: { text: string; label: string }) {
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => toast({ variant: 'success', title: 'Copied' }))
      .catch(() =>
        toast({ variant: 'destructive', title: 'Could not copy. Select the text and copy it by hand.' }),
      );
  return (
    <Button variant="link" size="sm" aria-label={label} onClick={copy}>
      Copy
    </Button>
  );
}
