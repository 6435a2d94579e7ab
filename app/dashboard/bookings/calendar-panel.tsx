// The address of one's own calendar. Whoever has it can read it, so it can be replaced.
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
    const isSure = await confirm({
      title: 'Make a new address?',
      content: 'The old one stops working at once, in every calendar that follows it.',
      confirmText: 'Make a new one',
    });
    if (isSure) await fetcher.submit({ intent: 'renew' }, { method: 'post' });
  };
  return (
    <Panel title="Your calendar">
      <div className="form">
        <Field
          label="Address"
          hint="Subscribe to it in your calendar program. It is a secret: whoever has it sees what you booked."
        >
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <Button variant="tertiary" size="sm" busy={fetcher.state !== 'idle'} onClick={renew}>
          Make a new address
        </Button>
      </div>
    </Panel>
  );
}
