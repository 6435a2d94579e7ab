// The secret address of the current user's calendar, and the button to replace it.

import { useFetcher } from 'react-router';
import { questionText, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Panel } from '../layout/page.tsx';
import { useErrorToast } from './use-error-toast.ts';

export function CalendarPanel({ url }: { url: string }) {
  const fetcher = useFetcher<{ error?: { message: string } }>();
  useErrorToast(fetcher.data);
  const renew = async () => {
    const isConfirmed = await confirm({
      ...questionText('dashboard.bookings.create_new_address'),
    });
    if (isConfirmed) await fetcher.submit({ intent: 'renew' }, { method: 'post' });
  };
  return (
    <Panel title={t('dashboard.bookings.your_calendar')}>
      <div className="form">
        <Field
          label={t('dashboard.common.address')}
          hint={t('dashboard.bookings.subscribe_to_it_in_your_calendar')}
        >
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <Button variant="tertiary" size="sm" busy={fetcher.state !== 'idle'} onClick={renew}>
          {t('dashboard.bookings.create_new_address')}
        </Button>
      </div>
    </Panel>
  );
}
