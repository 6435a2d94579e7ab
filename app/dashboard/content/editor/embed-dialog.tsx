// Chooses a class, episode or work to embed in a text.

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { SearchInput } from '#app/ui/input.tsx';
import type { EmbedKind } from '#contracts/blocks.ts';

export interface Embedded {
  id: string;
  title: string;
}

const EMBED_TABLES = {
  class: {
    table: 'offerings',
    title: 'dashboard.content.embed_a_class',
    empty: 'dashboard.content.no_published_classes_yet',
  },
  episode: {
    table: 'radio_episodes',
    title: 'dashboard.content.embed_an_episode',
    empty: 'dashboard.content.no_published_episodes_yet',
  },
  work: {
    table: 'works',
    title: 'dashboard.content.embed_a_work',
    empty: 'dashboard.content.no_published_works_yet',
  },
} as const satisfies Record<EmbedKind, object>;
const MAX_RESULTS = 20;
const TYPING_MS = 200;

interface EmbedDialogProps {
  kind: EmbedKind;
  onChosen(embedded: Embedded): void;
  onClose(): void;
}

export function EmbedDialog({ kind, onChosen, onClose }: EmbedDialogProps) {
  const [searchText, setSearchText] = useState('');
  const [found, setFound] = useState<Embedded[] | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      look(kind, searchText)
        .then((rows) => {
          if (!isCurrent) return;
          setFound(rows);
          setFailure('');
        })
        .catch((reason) => isCurrent && setFailure(describeReason(reason)));
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, searchText]);
  return createPortal(
    <Dialog title={t(EMBED_TABLES[kind].title)} onClose={onClose}>
      <Field label={t('dashboard.content.search_by_title')}>
        <SearchInput value={searchText} onText={setSearchText} />
      </Field>
      <ul className="embed-choices">
        {found?.map((one) => (
          <li key={one.id}>
            <Button variant="link" onClick={() => onChosen(one)}>
              {one.title}
            </Button>
          </li>
        ))}
      </ul>
      <p className="dash-quiet" role="status">
        {failure || (found === null && t('dashboard.common.loading'))}
        {found?.length === 0 && t(searchText ? 'dashboard.content.no_results' : EMBED_TABLES[kind].empty)}
      </p>
    </Dialog>,
    document.body,
  );
}

async function look(kind: EmbedKind, searchText: string): Promise<Embedded[]> {
  const client = await backend();
  let wanted = client
    .from(EMBED_TABLES[kind].table)
    .select('id,title')
    .not('published_at', 'is', null)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(MAX_RESULTS);
  const bare = searchText
    .slice(0, 80)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  if (bare) wanted = wanted.ilike('title', `*${bare}*`);
  const data = await dataOf(wanted);
  return data;
}
