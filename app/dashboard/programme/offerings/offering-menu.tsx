// What can be done with a whole offering besides writing: copy it, put it away, delete it.
import { useNavigate } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { type ConfirmOptions, confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#app/ui/menu.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import {
  archiveOffering,
  deleteOffering,
  duplicateOffering,
  errorReason,
  previewPutAway,
} from '../programme-api.ts';
import { reportFailure } from '../report-failure.ts';
import { formatTeachers } from '../sessions/format-recipients.ts';
import type { OfferingState, WholeOffering } from './offering.ts';

interface OfferingMenuProps {
  offering: WholeOffering;
  state: OfferingState;
  onChange(): Promise<void>;
}

export function OfferingMenu({ offering, state, onChange }: OfferingMenuProps) {
  const navigate = useNavigate();
  const post = useEmailStatus();

  const copy = async () => {
    try {
      const id = await duplicateOffering(offering.id);
      await navigate(`/dashboard/offerings/${id}`);
      toast({ variant: 'success', title: 'This is the copy', description: 'A draft, without dates.' });
    } catch (reason) {
      reportFailure(reason);
    }
  };
  /** Asks, with a word about whoever teaches the dates that go. */
  const ask = async ({ content, ...question }: ConfirmOptions & { content: string }) => {
    try {
      const { teachers } = await previewPutAway(offering.id);
      await confirm({ ...question, content: [content, ...formatTeachers(teachers, post)].join(' ') });
    } catch (reason) {
      reportFailure(reason);
    }
  };
  const putAway = () =>
    ask({
      title: `Put “${offering.title}” into the archive?`,
      content:
        'It leaves the site; its history, bookings and receipts stay. Dates to come that nobody booked are taken away.',
      confirmText: 'Into the archive',
      onConfirm: async () => {
        try {
          await archiveOffering(offering.id, true);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return sayWhatStands(reason, {
            label: 'See them',
            onClick: () => void navigate(`/dashboard/sessions?offering=${offering.id}&state=booked`),
          });
        }
        await onChange();
      },
    });
  const bringBack = async () => {
    try {
      await archiveOffering(offering.id, false);
      await onChange();
    } catch (reason) {
      reportFailure(reason);
    }
  };
  const remove = () =>
    ask({
      title: `Delete “${offering.title}”?`,
      content:
        'With its dates and questions, for good. What people have booked can only be put into the archive.',
      type: 'destructive',
      confirmText: 'Delete it',
      onConfirm: async () => {
        try {
          await deleteOffering(offering.id);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return sayWhatStands(reason, { label: 'Into the archive', onClick: () => void putAway() });
        }
        await navigate('/dashboard/offerings');
        toast({ variant: 'success', title: `“${offering.title}” is deleted` });
      },
    });

  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="tertiary" size="sm">
          More
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => void copy()}>Duplicate</MenuItem>
        {state === 'archived' ? (
          <MenuItem onSelect={() => void bringBack()}>Bring it back</MenuItem>
        ) : (
          <MenuItem onSelect={() => void putAway()}>Put into the archive</MenuItem>
        )}
        <MenuItem variant="destructive" onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** What stands in the way, with the way to it; long enough to be read and pressed. */
function sayWhatStands(reason: unknown, action: { label: string; onClick(): void }): void {
  toast({
    variant: 'destructive',
    title: 'Not yet',
    description: describeReason(reason),
    durationMs: 15_000,
    action,
  });
}
