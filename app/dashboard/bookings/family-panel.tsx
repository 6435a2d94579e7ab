// The people the current user books for; they are offered by name when booking.

import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Panel } from '../layout/page.tsx';
import type { FamilyMember } from './load-bookings.server.ts';
import { useErrorToast } from './use-error-toast.ts';

export function FamilyPanel({ family }: { family: FamilyMember[] }) {
  const fetcher = useFetcher<{ error?: { message: string; fields?: Record<string, string> } }>();
  const error = fetcher.data?.error;
  const bornError = error?.fields?.born_on;
  const form = useRef<HTMLFormElement>(null);
  const count = family.length;
  const previousCount = useRef(count);
  useEffect(() => {
    // A person was added: clear the fields for the next.
    if (count > previousCount.current) form.current?.reset();
    previousCount.current = count;
  }, [count]);
  return (
    <Panel title={t('dashboard.bookings.family')} id="family">
      <ul className="dash-list">
        {family.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      <fetcher.Form ref={form} method="post" data-program="" className="form form-six" noValidate>
        <Field
          className="form-4"
          label={t('dashboard.common.name')}
          error={bornError ? undefined : error?.message}
        >
          <Input name="name" maxLength={120} autoComplete="off" />
        </Field>
        <Field
          className="form-4"
          label={t('dashboard.bookings.date_of_birth')}
          optional
          hint={t('dashboard.bookings.visible_to_you_their_teachers_and')}
          error={bornError}
        >
          <DateInput name="born_on" min="1900-01-02" autoComplete="off" />
        </Field>
        <Button variant="secondary" type="submit" name="intent" value="save" busy={fetcher.state !== 'idle'}>
          {t('dashboard.bookings.add_family_member')}
        </Button>
      </fetcher.Form>
    </Panel>
  );
}

function MemberRow({ member }: { member: FamilyMember }) {
  const fetcher = useFetcher<{ error?: { message: string } }>();
  useErrorToast(fetcher.data);
  const remove = async () => {
    const isConfirmed = await confirm({
      type: 'destructive',
      title: t('dashboard.bookings.remove_name_from_the_family', { name: member.name }),
      content: t('dashboard.bookings.their_bookings_stay_everything_else_we'),
      confirmText: t('dashboard.common.remove'),
      cancelText: t('dashboard.common.cancel'),
    });
    if (isConfirmed) await fetcher.submit({ intent: 'remove', id: member.id }, { method: 'post' });
  };
  return (
    <li>
      <RowText title={member.name}>
        {member.isMe
          ? t('dashboard.bookings.you_yourself')
          : member.born_on && t('dashboard.bookings.born_on_day', { day: longDay(member.born_on) })}
      </RowText>
      {!member.isMe && (
        <LinkButton
          busy={fetcher.state !== 'idle'}
          aria-label={t('dashboard.common.remove_name', { name: member.name })}
          onClick={remove}
        >
          {t('dashboard.common.remove')}
        </LinkButton>
      )}
      <Checkbox
        className="family-consent"
        label={t('dashboard.bookings.photos_may_be_published')}
        hint={
          member.isMe
            ? t('dashboard.bookings.photos_of_you')
            : t('dashboard.bookings.photos_of_name', { name: member.name })
        }
        checked={member.allowsPhotos}
        disabled={fetcher.state !== 'idle'}
        onChange={({ currentTarget }) =>
          void fetcher.submit(
            { intent: 'consent', id: member.id, given: currentTarget.checked ? 'on' : '' },
            { method: 'post' },
          )
        }
      />
    </li>
  );
}
