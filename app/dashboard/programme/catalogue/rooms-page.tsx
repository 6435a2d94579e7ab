import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { EditList, FormEnd } from '../../forms/edit-list.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { ROOM_TEXTS } from '../../languages/text-fields.ts';
import { PageHeader } from '../../layout/page.tsx';
import type { Route } from './+types/rooms-page.ts';

import { loadCatalogue, type Room } from './load-catalogue.server.ts';

import { roomSlug } from './room-slug.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { rooms } = await loadCatalogue(context.get(siteContext).backend);
  return { rooms };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_rooms'));

export default function RoomsPage({ loaderData }: Route.ComponentProps) {
  const { rooms } = loaderData;
  const { revalidate } = useRevalidator();
  const reload = () => void revalidate();
  return (
    <>
      <PageHeader title={t('dashboard.programme.rooms')}>
        {t('dashboard.programme.rooms_each_room_can_have_one', { count: rooms.length })}
      </PageHeader>
      <div className="dash-reading dash-stack">
        {rooms.length === 0 ? (
          <EmptyState level={2} title={t('dashboard.programme.no_rooms_yet')}>
            {t('dashboard.programme.every_session_needs_a_room_add')}
          </EmptyState>
        ) : (
          <EditList
            items={rooms}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            isPast={({ is_in_use }) => !is_in_use}
            about={({ note, is_in_use }) => (
              <span className="dash-quiet">
                {[note, !is_in_use && t('dashboard.programme.not_in_use')].filter(Boolean).join('. ')}
              </span>
            )}
            before={({ id }) => (
              <Link to={`/dashboard/calendar?room=${id}`}>{t('dashboard.programme.calendar')}</Link>
            )}
            form={(room, close) => (
              <RoomForm
                room={room}
                onDone={() => {
                  close();
                  reload();
                }}
              />
            )}
          />
        )}
        <RoomForm room={null} onDone={reload} />
      </div>
    </>
  );
}

function RoomForm({ room, onDone }: { room: Room | null; onDone(): void }) {
  const [translations, setTranslations] = useState(room?.translations ?? {});
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const row = {
      name: String(given.get('name')).trim(),
      note: String(given.get('note')).trim(),
      translations,
    };
    if (!row.name) return;
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = room
      ? await client
          .from('rooms')
          .update({ ...row, is_in_use: given.get('is_in_use') === 'on' })
          .eq('id', room.id)
      : await client.from('rooms').insert({ ...row, slug: roomSlug(row.name) });
    setBusy(false);
    if (error) return reportFailure(error);
    toast({
      variant: 'success',
      title: room ? t('dashboard.common.changes_saved') : t('dashboard.programme.room_added'),
    });
    if (!room) form.reset();
    onDone();
  };
  const remove = () =>
    room &&
    confirm({
      title: t('dashboard.programme.remove_question', { name: room.name }),
      content: t('dashboard.programme.a_room_that_ever_had_a'),
      type: 'destructive',
      confirmText: t('dashboard.programme.remove_room'),
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.from('rooms').delete().eq('id', room.id);
        if (error?.code === '23503') throw new Error(t('dashboard.programme.room_has_sessions'));
        if (error) throw error;
        onDone();
      },
    });
  return (
    <form className="span-form" onSubmit={save}>
      <InLanguages
        row={room ?? {}}
        fields={ROOM_TEXTS}
        translations={translations}
        onChange={setTranslations}
      >
        <Field
          label={room ? t('dashboard.common.name') : t('dashboard.programme.name_of_the_new_room')}
          required
        >
          <Input name="name" defaultValue={room?.name} maxLength={80} autoComplete="off" />
        </Field>
        <Field label={t('dashboard.programme.note_for_visitors')} aside={t('shared.ui.optional')}>
          <Input name="note" defaultValue={room?.note} maxLength={200} autoComplete="off" />
        </Field>
        {room && (
          <Checkbox
            name="is_in_use"
            label={t('dashboard.programme.in_use')}
            defaultChecked={room.is_in_use}
          />
        )}
      </InLanguages>
      <FormEnd
        add={room ? null : t('dashboard.programme.add_room')}
        isBusy={isBusy}
        onRemove={room ? () => void remove() : undefined}
      />
    </form>
  );
}
