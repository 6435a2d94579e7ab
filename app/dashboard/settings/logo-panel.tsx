// The picture that stands in place of the drawn name. It lies in the storage's bucket "brand", which only owners write.
import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../frame/room.tsx';
import { useStudio } from '../use-studio.ts';
import { useSaveStudio } from './use-save-studio.ts';

const BUCKET = 'brand';
const TYPES: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' };

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
  const forget = async (old: string | null) => {
    if (!old) return;
    const client = await backend();
    // A picture left behind costs a few bytes; that it stays must not stop the change.
    await client.storage.from(BUCKET).remove([old]);
  };
  const send = async (file: File | undefined) => {
    const ending = file && TYPES[file.type];
    if (!file || !ending) return;
    setSending(true);
    try {
      const client = await backend();
      // A name of its own each time: what browsers kept of the old one must not be shown for the new one.
      const fresh = `logo-${crypto.randomUUID()}.${ending}`;
      const { error } = await client.storage
        .from(BUCKET)
        .upload(fresh, file, { contentType: file.type, cacheControl: '31536000' });
      if (error) throw error;
      if (await save({ logo_path: fresh }, 'The logo is kept')) await forget(path);
      else await forget(fresh);
    } catch (reason) {
      toast({ variant: 'destructive', title: 'The logo was not kept', description: describeReason(reason) });
    } finally {
      setSending(false);
    }
  };
  const remove = async () => {
    if (await save({ logo_path: null }, 'The name is drawn again')) await forget(path);
  };
  return (
    <Panel title="Logo">
      {word.logo && (
        <div className="owner-logo">
          <img src={word.logo} alt={`The logo of ${name}`} />
          <Button variant="tertiary" size="sm" busy={isBusy} onClick={() => void remove()}>
            Take it away
          </Button>
        </div>
      )}
      <FileDrop
        label={word.logo ? 'Another picture' : 'A picture in place of the drawn name'}
        hint="PNG, WebP or JPEG, up to 1 MB. It stands 36 pixels high on light and dark ground."
        accept={Object.keys(TYPES).join(',')}
        maxBytes={1024 * 1024}
        disabled={isSending}
        onFiles={([file]) => void send(file)}
      />
      {isSending && <p role="status">The picture is on its way.</p>}
    </Panel>
  );
}
