// Actions for a whole offering: duplicate, archive, delete.

import { useNavigate } from 'react-router';
import { questionText, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { ConfirmOptions } from '#app/ui/confirm/confirm-queue.ts';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#app/ui/menu.tsx';
import { toast, toastSuccess } from '#app/ui/toast/toast-store.ts';
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
      toastSuccess(
        t('dashboard.programme.offering_duplicated'),
        t('dashboard.programme.the_copy_is_a_draft_without'),
      );
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
      ...questionText('dashboard.programme.archive_offering', { title: offering.title }),
      onConfirm: async () => {
        try {
          await archiveOffering(offering.id, true);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return showBlocker(reason, {
            label: t('dashboard.programme.view_sessions'),
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
      ...questionText('dashboard.programme.delete_offering', { title: offering.title }),
      type: 'destructive',
      onConfirm: async () => {
        try {
          await deleteOffering(offering.id);
        } catch (reason) {
          if (errorReason(reason) !== 'has_bookings') throw reason;
          return showBlocker(reason, {
            label: t('dashboard.programme.archive_offering'),
            onClick: () => void putAway(),
          });
        }
        await navigate('/dashboard/offerings');
        toastSuccess(t('dashboard.programme.offering_deleted'));
      },
    });

  return (
    <Menu>
      <MenuTrigger>
        <Button variant="tertiary" size="sm">
          {t('dashboard.programme.more_actions')}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => void copy()}>{t('dashboard.programme.duplicate_verb')}</MenuItem>
        {state === 'archived' ? (
          <MenuItem onSelect={() => void bringBack()}>{t('dashboard.programme.restore_verb')}</MenuItem>
        ) : (
          <MenuItem onSelect={() => void putAway()}>{t('dashboard.programme.archive_verb')}</MenuItem>
        )}
        <MenuItem variant="destructive" onSelect={() => void remove()}>
          {t('dashboard.common.delete')}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** A longer toast that says what prevents the action and links to it. */
function showBlocker(reason: unknown, action: { label: string; onClick(): void }): void {
  toast({
    variant: 'destructive',
    title: t('dashboard.programme.not_possible_yet'),
    description: describeReason(reason),
    durationMs: 15_000,
    action,
  });
}
