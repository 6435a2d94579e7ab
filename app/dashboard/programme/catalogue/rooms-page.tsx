import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { EditList } from '../../forms/edit-list.tsx';
import { requireRole } from '../../guard.server.ts';
import { ROOM_TEXTS } from '../../languages/text-fields.ts';
import { ReadingPage } from '../../layout/page.tsx';
import type { Route } from './+types/rooms-page.ts';
import { CatalogueForm } from './catalogue-form.tsx';

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
  return (
    <ReadingPage
      title={t('dashboard.programme.rooms')}
      lead={t('dashboard.programme.rooms_each_room_can_have_one', { count: rooms.length })}
    >
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
          form={(room, done) => <RoomForm room={room} onDone={done} />}
        />
      )}
      <RoomForm room={null} onDone={revalidate} />
    </ReadingPage>
  );
}

function RoomForm({ room, onDone }: { room: Room | null; onDone(): void }) {
  return (
    <CatalogueForm
      table="rooms"
      item={room}
      texts={ROOM_TEXTS}
      save={(client, text, translations) => {
        const row = { name: text('name'), note: text('note'), translations };
        const table = client.from('rooms');
        return room
          ? table.update({ ...row, is_in_use: text('is_in_use') === 'on' }).eq('id', room.id)
          : table.insert({ ...row, slug: roomSlug(row.name) });
      }}
      add={t('dashboard.programme.add_room')}
      added={t('dashboard.programme.room_added')}
      removal={
        room && {
          title: t('dashboard.programme.remove_question', { name: room.name }),
          content: t('dashboard.programme.a_room_that_ever_had_a'),
          button: t('dashboard.programme.remove_room'),
          stillUsed: t('dashboard.programme.room_has_sessions'),
        }
      }
      onDone={onDone}
    >
      <Field
        label={room ? t('dashboard.common.name') : t('dashboard.programme.name_of_the_new_room')}
        required
      >
        <Input name="name" defaultValue={room?.name} maxLength={80} autoComplete="off" />
      </Field>
      <Field label={t('dashboard.programme.note_for_visitors')} optional>
        <Input name="note" defaultValue={room?.note} maxLength={200} autoComplete="off" />
      </Field>
      {room && (
        <Checkbox name="is_in_use" label={t('dashboard.programme.in_use')} defaultChecked={room.is_in_use} />
      )}
    </CatalogueForm>
  );
}
