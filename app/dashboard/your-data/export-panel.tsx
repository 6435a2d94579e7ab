// Downloads all data the studio has about a person as one JSON file.

import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { callDatabase } from '../forms/call-database.ts';
import { Panel } from '../layout/page.tsx';

export function ExportPanel() {
  const attempt = useAttempt();
  const download = () =>
    attempt.run(async () => {
      const data = await callDatabase('my_data');
      handOver(`my-data-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(data, null, 2));
    });
  return (
    <Panel title={t('dashboard.your_data.export_heading')}>
      <form ref={attempt.form} className="panel-foot" onSubmit={(event) => event.preventDefault()}>
        <p className="dash-quiet">{t('dashboard.your_data.account_family_bookings_payments')}</p>
        <FormMessage message={attempt.explanation?.message} />
        <Button variant="tertiary" size="sm" busy={attempt.isBusy} onClick={download}>
          {t('dashboard.your_data.download_my_data')}
        </Button>
      </form>
    </Panel>
  );
}

function handOver(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then; without this the data would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
