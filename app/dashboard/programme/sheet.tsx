// A dialog for one decision. Leaving it asks first if something was typed.
import { type ReactNode, useRef } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { confirmLeave } from '../forms/confirm-leave.ts';
import { hasUnsaved } from '../forms/unsaved-store.ts';

export function Sheet({ title, children, onClose }: { title: string; children: ReactNode; onClose(): void }) {
  const isAsking = useRef(false);
  const leave = async () => {
    if (isAsking.current) return;
    isAsking.current = hasUnsaved();
    const mayGo = !isAsking.current || (await confirmLeave());
    isAsking.current = false;
    if (mayGo) onClose();
  };
  return (
    <Dialog
      title={title}
      size="wide"
      data-slot="sheet"
      className="decision"
      asksFirst={hasUnsaved}
      onClose={() => void leave()}
    >
      {children}
    </Dialog>
  );
}
