// One picture: description, focal point and uses; can be replaced everywhere at once, and deleted only when unused.

import { useRef, useState } from 'react';
import { data, useNavigate, useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { FocalPoint } from '#app/features/media/focal-point.tsx';
import { PictureTextForm } from '#app/features/media/picture-text-form.tsx';
import { ACCEPTED_PICTURES, MAX_PICTURE_BYTES } from '#app/features/media/read-picture.ts';
import { deletePicture, replacePicture } from '#app/features/media/send-picture.ts';
import { formatBytes } from '#app/language/format-bytes.ts';
import { questionText, rich, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList, type FileListItem } from '#app/ui/file-drop/file-list.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Translations } from '#contracts/translations.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { requireRole } from '../guard.server.ts';
import { InLanguages } from '../languages/in-languages.tsx';
import { PICTURE_TEXTS } from '../languages/text-fields.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import type { Route } from './+types/picture-page.ts';
import { describeUse, LIBRARY_COLUMNS, type LibraryPicture, type MediaUse } from './library-picture.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  if (!/^[0-9a-f-]{36}$/.test(params.id)) throw data(null, { status: 404 });
  const { backend: client } = context.get(siteContext);
  const picture = await client.from('media').select(LIBRARY_COLUMNS).eq('id', params.id).maybeSingle();
  if (picture.error) throw picture.error;
  if (!picture.data) throw data(null, { status: 404 });
  return { picture: picture.data };
}

export const meta = dashboardMeta(() => t('dashboard.media.picture_page_title'));

export default function PicturePage({ loaderData }: Route.ComponentProps) {
  const { picture } = loaderData;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [translations, setTranslations] = useState<Translations>(picture.translations);
  const [pointState, savePoint] = useAutosave(async (point: { focal_x: number; focal_y: number }) => {
    const client = await backend();
    const { error } = await client.from('media').update(point).eq('id', picture.id);
    return reportFailure(error);
  });
  const remove = () =>
    confirm({
      ...questionText('dashboard.media.delete_picture'),
      type: 'destructive',
      onConfirm: async () => {
        await deletePicture(picture);
        toastSuccess(t('dashboard.media.picture_deleted'));
        await navigate('/dashboard/media');
      },
    });
  return (
    <ColumnsPage
      title={t('dashboard.common.picture')}
      actions={
        <Button variant="tertiary" size="sm" onClick={remove}>
          {t('dashboard.common.delete')}
        </Button>
      }
      lead={rich('dashboard.media.picture_size', {
        width: picture.width,
        height: picture.height,
        bytes: formatBytes(picture.size_bytes),
        link: (text) => <Link to="/dashboard/media">{text}</Link>,
      })}
    >
      <Panel title={t('dashboard.media.focal_point')} aside={<span role="status">{pointState}</span>}>
        <FocalPoint key={picture.path} media={picture} onSet={savePoint} />
      </Panel>
      <div className="media-side">
        <Panel title={t('dashboard.common.description')}>
          <PictureTextForm
            media={picture}
            translations={translations}
            around={(fields) => (
              <InLanguages
                row={picture}
                fields={PICTURE_TEXTS}
                translations={translations}
                onChange={setTranslations}
              >
                {fields}
              </InLanguages>
            )}
            onSaved={() => {
              toastSuccess(t('dashboard.common.changes_saved'));
              void revalidate();
            }}
          />
        </Panel>
        <Panel title={t('dashboard.media.used_in')}>
          <UseList uses={picture.uses} />
        </Panel>
        <Panel title={t('dashboard.media.replace_heading')}>
          <Replace picture={picture} onReplaced={() => void revalidate()} />
        </Panel>
      </div>
    </ColumnsPage>
  );
}

function UseList({ uses }: { uses: MediaUse[] }) {
  if (uses.length === 0)
    return <p className="dash-quiet">{t('dashboard.media.not_used_anywhere_it_can_be')}</p>;
  return (
    <ul className="media-uses">
      {uses.map((use) => {
        const { kind, to } = describeUse(use);
        return (
          <li key={`${use.relation} ${use.ref}`}>
            <span className="dash-quiet">{kind}</span>
            {to ? (
              <Link to={to}>{use.title || t('dashboard.media.untitled')}</Link>
            ) : (
              <span>{use.title || t('dashboard.media.untitled')}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Replace({ picture, onReplaced }: { picture: LibraryPicture; onReplaced(): void }) {
  const [item, setItem] = useState<FileListItem | null>(null);
  const take = async ([file]: File[]) => {
    if (!file) return;
    const begun = { id: picture.id, name: file.name, sizeBytes: file.size, sentBytes: 0 };
    setItem(begun);
    try {
      await replacePicture(picture, file, (sentBytes) =>
        setItem({ ...begun, sentBytes: Math.min(sentBytes, file.size - 1) }),
      );
      setItem(null);
      toastSuccess(t('dashboard.media.picture_replaced'));
      onReplaced();
    } catch (reason) {
      setItem({ ...begun, error: describeReason(reason) });
    }
  };
  return (
    <>
      <FileDrop
        label={t('dashboard.media.new_file')}
        hint={t('dashboard.media.the_new_file_appears_everywhere_this')}
        accept={ACCEPTED_PICTURES}
        maxBytes={MAX_PICTURE_BYTES}
        onFiles={(files) => void take(files)}
      />
      <FileList items={item ? [item] : []} onRemove={() => setItem(null)} />
    </>
  );
}

/** Saves one value at a time; while saving, only the newest pending value is remembered. */
function useAutosave<Value>(write: (value: Value) => Promise<boolean>): [string, (value: Value) => void] {
  const [status, setStatus] = useState('');
  const next = useRef<{ value: Value } | null>(null);
  const isWriting = useRef(false);
  const save = async () => {
    if (isWriting.current) return;
    isWriting.current = true;
    setStatus(t('dashboard.media.saving'));
    let isSaved = true;
    while (next.current) {
      const { value } = next.current;
      next.current = null;
      isSaved = await write(value);
    }
    isWriting.current = false;
    setStatus(isSaved ? t('dashboard.media.saved') : '');
  };
  return [
    status,
    (value) => {
      next.current = { value };
      void save();
    },
  ];
}
