// A built-in page has default text. This copies it from the page itself, the way a paste does, so that the studio does
// not start from nothing.

import { DOMParser as BlockParser } from 'prosemirror-model';
import { useState } from 'react';
import { rich, t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { Block } from '#contracts/blocks.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { blocksOfDoc } from './editor/doc-of-blocks.ts';
import { schema } from './editor/schema.ts';

interface Borrowed {
  title: string;
  summary: string;
  blocks: Block[];
}

interface CopyFromPageProps {
  path: string;
  onText(borrowed: Borrowed): void;
}

export function CopyFromPage({ path, onText }: CopyFromPageProps) {
  const [isBusy, setBusy] = useState(false);
  const borrow = async () => {
    setBusy(true);
    try {
      onText(await readPage(path));
    } catch (reason) {
      reportFailure(reason);
    }
    setBusy(false);
  };
  return (
    <p>
      {rich('dashboard.content.this_page_shows_default_text_copy', {
        button: (text) => (
          <LinkButton busy={isBusy} onClick={() => void borrow()}>
            {text}
          </LinkButton>
        ),
      })}
    </p>
  );
}

async function readPage(path: string): Promise<Borrowed> {
  const answer = await fetch(path, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(t('dashboard.content.page_could_not_be_loaded', { status: answer.status }));
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const text = page.querySelector('main .policy, main .about-how .prose, main .page-main');
  if (!text) throw new Error(t('dashboard.content.page_has_no_text_to_copy'));
  const heading = page.querySelector('main h1');
  // Headings drawn letter by letter also contain a copy for screen readers.
  for (const drawn of heading?.querySelectorAll('[aria-hidden]') ?? []) drawn.remove();
  return {
    title: heading?.textContent?.trim() ?? '',
    summary: page.querySelector('main .lead')?.textContent?.trim() ?? '',
    blocks: blocksOfDoc(BlockParser.fromSchema(schema).parse(text).toJSON()),
  };
}
