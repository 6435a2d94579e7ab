// Actions for a whole offering: duplicate, archive, delete.
import { useNavigate } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { type ConfirmOptions, confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#app/ui/menu.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import {
  archiveOffering,
  deleteOffering,
  duplicateOffering,
  errorReason,
  previewPutAway,
} from '../programme-api.ts';
import { formatTeachers } from '../sessions/format-recipients.ts';
import type { OfferingState, WholeOffering } from './offering.ts';

interface OfferingMenuProps {
  offering: WholeOffering;
  state: OfferingState;
  onChange(): Promise<void>;
}

export function OfferingMenu({ offering, state, onChange }: OfferingMenuProps) {
  const navigate = useNavigate();
  const emailStatus = useEmailStatus();

  const copy = async () => {
    try {
      const id = await duplicateOffering(offering.id);
      await navigate(`/dashboard/offerings/${id}`);
      toast({
        variant: 'success',
        title: 'Offering duplicated',
        description: 'The copy is a draft without sessions.',
      });
    } catch (reason) {
      reportFailure(reason);
    }
  };
  /** Asks for confirmation and names the teachers whose sessions are removed. */
  const ask = async ({ content, ...question }: ConfirmOptions & { content: string }) => {
    try {
      const { teachers } = await previewPutAway(offering.id);
      await confirm({ ...question, content: [content, ...formatTeachers(teachers, emailStatus)].join(' ') });
    } catch (reason) {
      reportFailure(reason);
    }
  };
  const putAway = () =>
    ask({
      title: `Archive “${offering.title}”?`,
      content:
        'It is removed from the site. History, bookings and receipts are kept. Upcoming sessions without bookings are deleted.',
      confirmText: 'Archive offering',
      onConfirm: async () => {
        try {
          await archiveOffering(offering.id, true);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return showBlocker(reason, {
            label: 'View sessions',
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
        'This deletes its sessions and questions too and cannot be undone. An offering with bookings can only be archived.',
      type: 'destructive',
      confirmText: 'Delete offering',
      onConfirm: async () => {
        try {
          await deleteOffering(offering.id);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return showBlocker(reason, { label: 'Archive offering', onClick: () => void putAway() });
        }
        await navigate('/dashboard/offerings');
        toast({ variant: 'success', title: 'Offering deleted' });
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
          <MenuItem onSelect={() => void bringBack()}>Restore</MenuItem>
        ) : (
          <MenuItem onSelect={() => void putAway()}>Archive</MenuItem>
        )}
        <MenuItem variant="destructive" onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** A longer toast that says what prevents the action and links to it. */
function showBlocker(reason: unknown, action: { label: string; onClick(): void }): void {
  toast({
    variant: 'destructive',
    title: 'Not possible yet',
    description: describeReason(reason),
    durationMs: 15_000,
    action,
  });
}
