// The logo that is shown instead of the studio's name. Raster images go to the storage bucket "brand", which only
// owners can write; an SVG goes to the server, which sanitises it and saves it there.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import { useSaveStudio } from './use-save-studio.ts';

const BUCKET = 'brand';
const SVG = 'image/svg+xml';
const MAX_SVG_BYTES = 128 * 1024;
const TYPES: Record<string, string> = {
  [SVG]: 'svg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
};

export function LogoPanel({
  name,
  path,
  updatedAt,
}: {
  name: string;
  path: string | null;
  updatedAt: string;
}) {
  const { word } = useStudio();
  const { save, isBusy } = useSaveStudio(updatedAt);
  const [isSending, setSending] = useState(false);
  const [removed, setRemoved] = useState<string[]>([]);
  const send = async (file: File | undefined) => {
    if (!file || !TYPES[file.type]) return;
    setSending(true);
    try {
      const { path: fresh, removed } = file.type === SVG ? await sendSvg(file) : await sendPicture(file);
      setRemoved(removed);
      await removeFiles(
        (await save({ logo_path: fresh }, t('dashboard.settings.logo_saved'))) ? path : fresh,
      );
    } catch (reason) {
      toastError(t('dashboard.settings.the_logo_was_not_saved'), describeReason(reason));
    } finally {
      setSending(false);
    }
  };
  const remove = async () => {
    if (await save({ logo_path: null }, t('dashboard.settings.logo_removed'))) await removeFiles(path);
  };
  return (
    <Panel title={t('dashboard.settings.logo')}>
      {word.logo && (
        <div className="owner-logo">
          <img src={word.logo} alt={t('dashboard.settings.the_logo_of_name', { name })} />
          <Button variant="tertiary" size="sm" busy={isBusy} onClick={() => void remove()}>
            {t('dashboard.settings.remove_logo')}
          </Button>
        </div>
      )}
      <FileDrop
        label={word.logo ? t('dashboard.settings.replace_logo') : t('dashboard.settings.upload_a_logo')}
        hint={t('dashboard.settings.svg_up_to_128_kb_or')}
        accept={Object.keys(TYPES).join(',')}
        maxBytes={1024 * 1024}
        disabled={isSending}
        onFiles={([file]) => void send(file)}
      />
      {removed.length > 0 && (
        <p role="status">
          {t('dashboard.settings.removed_from_the_svg', { removed: formatList(removed.slice(0, 6)) })}
        </p>
      )}
      {isSending && <p role="status">{t('dashboard.settings.uploading_the_logo')}</p>}
    </Panel>
  );
}

interface SentLogo {
  path: string;
  /** What the server removed from an SVG. */
  removed: string[];
}

/** A name of its own each time: browsers may have cached the old one for a year. */
async function sendPicture(file: File): Promise<SentLogo> {
  const path = `logo-${crypto.randomUUID()}.${TYPES[file.type]}`;
  const client = await backend();
  await dataOf(
    client.storage.from(BUCKET).upload(path, file, { contentType: file.type, cacheControl: '31536000' }),
  );
  return { path, removed: [] };
}

async function sendSvg(file: File): Promise<SentLogo> {
  if (file.size > MAX_SVG_BYTES) throw new Error(t('dashboard.settings.svg_is_too_large'));
  return ownApi('/studio/logo', { method: 'POST', body: { svg: await file.text() } });
}

async function removeFiles(path: string | null): Promise<void> {
  if (!path) return;
  const client = await backend();
  // A file that could not be removed must not stop the change.
  await client.storage.from(BUCKET).remove([...new Set([path, path.replace(/\.svg$/, '.png')])]);
}
