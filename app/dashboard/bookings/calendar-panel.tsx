// The secret address of the current user's calendar, and the button to replace it.
import { useFetcher } from 'react-router';
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
      title: 'Create a new calendar address?',
      content: 'The old address stops working immediately, in every calendar that subscribes to it.',
      confirmText: 'Create new address',
    });
    if (isConfirmed) await fetcher.submit({ intent: 'renew' }, { method: 'post' });
  };
  return (
    <Panel title="Your calendar">
      <div className="form">
        <Field
          label="Address"
          hint="Subscribe to it in your calendar app. Keep it secret: anyone who has it can see your bookings."
        >
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <Button variant="tertiary" size="sm" busy={fetcher.state !== 'idle'} onClick={renew}>
          Create new address
        </Button>
      </div>
    </Panel>
  );
}
