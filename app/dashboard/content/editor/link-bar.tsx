// A bar above the text to set the URL of a link.

import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { linkAt, setLink } from './editor-commands.ts';
import { cleanAddress } from './schema.ts';

export function LinkBar({ view, onDone }: { view: EditorView; onDone(): void }) {
  const now = linkAt(view.state);
  const [address, setAddress] = useState(now ?? '');
  const [isWrong, setWrong] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const set = (href: string | null) => {
    setLink(view, href);
    onDone();
  };
  const save = () => {
    const href = cleanAddress(address);
    if (href) set(href);
    else setWrong(true);
  };
  return (
    <div ref={bar} className="editor-bar">
      <Field
        label={t('dashboard.content.link_address')}
        hint={t('dashboard.content.a_web_address_a_page_of')}
        error={isWrong ? t('dashboard.content.enter_an_address_that_starts_with') : undefined}
      >
        <Input
          value={address}
          autoComplete="off"
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              save();
            }
            if (event.key === 'Escape') {
              onDone();
              view.focus();
            }
          }}
        />
      </Field>
      <Button variant="primary" size="sm" onClick={save}>
        {t('dashboard.content.set_link')}
      </Button>
      {now && (
        <Button variant="tertiary" size="sm" onClick={() => set(null)}>
          {t('dashboard.content.remove_link')}
        </Button>
      )}
    </div>
  );
}
