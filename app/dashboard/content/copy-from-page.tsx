// A page of the house stands with words that came along. They are read from the page itself, the way a paste is, so
// that the studio can begin with them instead of an empty sheet.
import { DOMParser as BlockParser } from 'prosemirror-model';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { Block } from '#contracts/blocks.ts';
import { reportFailure } from '../programme/report-failure.ts';
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
      The page shows words that came along.{' '}
      <Button variant="link" size="sm" busy={isBusy} onClick={() => void borrow()}>
        Begin with those words
      </Button>
    </p>
  );
}

async function readPage(path: string): Promise<Borrowed> {
  const answer = await fetch(path, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`The page answered ${answer.status}.`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const text = page.querySelector('main .policy, main .about-how .prose, main .page-main');
  if (!text) throw new Error('The page has no words to begin with.');
  const heading = page.querySelector('main h1');
  // Letters that are drawn one by one stand beside the words that are read out.
  for (const drawn of heading?.querySelectorAll('[aria-hidden]') ?? []) drawn.remove();
  return {
    title: heading?.textContent?.trim() ?? '',
    summary: page.querySelector('main .lead')?.textContent?.trim() ?? '',
    blocks: blocksOfDoc(BlockParser.fromSchema(schema).parse(text).toJSON()),
  };
}
