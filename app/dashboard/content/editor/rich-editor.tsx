// A text editor for blocks: toolbar, text, and the options of a selected picture or quote between them.

import { redo, undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import { pictureUrl } from '#app/features/media/picture-attributes.ts';
import { PictureDialog } from '#app/features/media/picture-dialog.tsx';
import { useStorageUrl } from '#app/features/media/use-storage-url.ts';
import { t } from '#app/language/messages.ts';
import type { Block, EmbedKind } from '#contracts/blocks.ts';
import type { Media } from '#contracts/media.ts';
import { BlockBar } from './block-bar.tsx';
import { createEditor } from './create-editor.ts';
import { blocksOfDoc } from './doc-of-blocks.ts';
import { changeAttrs, insertBlock, selectedBlock } from './editor-commands.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { LinkBar } from './link-bar.tsx';
import { schema } from './schema.ts';

export interface RichEditorProps {
  label: string;
  blocks: readonly Block[];
  media: readonly Media[];
  /** Titles of embedded content by id. */
  titles: Readonly<Record<string, string>>;
  onChange(blocks: Block[]): void;
}

type Asking =
  | { what: 'picture'; to: 'image' | 'gallery' | 'replace' | 'add' }
  | { what: 'embed'; kind: EmbedKind }
  | { what: 'link' }
  | null;

const SHOWN_PX = 768;

export function RichEditor({ label, blocks, media, titles, onChange }: RichEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const storageUrl = useStorageUrl();
  const known = useRef({ media: new Map(media.map((one) => [one.id, one])), titles: { ...titles } });
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });

  // Once: from here on the editor owns the document. Another text needs another React key.
  const first = useRef({ blocks, label, storageUrl });
  useEffect(() => {
    if (!place.current) return;
    const { blocks, label, storageUrl } = first.current;
    const editor = createEditor({
      place: place.current,
      blocks,
      label,
      likeness: {
        picture(id) {
          const one = known.current.media.get(id);
          return one && { src: pictureUrl(one, storageUrl, SHOWN_PX), alt: one.alt, credit: one.credit };
        },
        embed: (kind, ref) => known.current.titles[ref] ?? t('dashboard.content.unpublished_embed', { kind }),
      },
      onChange(editor, isEdited) {
        setState(editor.state);
        if (isEdited) changed.current(blocksOfDoc(editor.state.doc.toJSON()));
      },
      onLink: () => setAsking({ what: 'link' }),
    });
    view.current = editor;
    setState(editor.state);
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const takePicture = (one: Media) => {
    const editor = view.current;
    known.current.media.set(one.id, one);
    if (editor && asking?.what === 'picture') putPicture(editor, one.id, asking.to);
    setAsking(null);
  };
  const selected = state && selectedBlock(state);
  return (
    <div className="editor" data-slot="rich-editor">
      <EditorToolbar
        state={state}
        run={run}
        onUndo={() => run(undo)}
        onRedo={() => run(redo)}
        onLink={() => setAsking({ what: 'link' })}
        onPicture={(to) => setAsking({ what: 'picture', to })}
        onEmbed={(kind) => setAsking({ what: 'embed', kind })}
      />
      {asking?.what === 'link' && view.current && (
        <LinkBar view={view.current} onDone={() => setAsking(null)} />
      )}
      {selected && view.current && (
        <BlockBar
          key={`${selected.type} ${selected.at}`}
          view={view.current}
          block={selected}
          media={known.current.media}
          onPicture={(to) => setAsking({ what: 'picture', to })}
        />
      )}
      <div ref={place} className="editor-text prose blocks" />
      {asking?.what === 'picture' && (
        <PictureDialog
          title={t('dashboard.content.choose_a_picture')}
          onChosen={takePicture}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'embed' && (
        <EmbedDialog
          kind={asking.kind}
          onClose={() => setAsking(null)}
          onChosen={({ id, title }) => {
            known.current.titles[id] = title;
            if (view.current) insertBlock(view.current, schema.nodes.embed, { kind: asking.kind, ref: id });
            setAsking(null);
          }}
        />
      )}
    </div>
  );
}

function putPicture(editor: EditorView, id: string, to: 'image' | 'gallery' | 'replace' | 'add'): void {
  const selected = selectedBlock(editor.state);
  if (to === 'replace' && selected?.type === 'image') changeAttrs(editor, selected.at, { media: id });
  else if (to === 'add' && selected?.type === 'gallery')
    changeAttrs(editor, selected.at, { pictures: [...(selected.attrs.pictures as string[]), id] });
  else if (to === 'gallery') insertBlock(editor, schema.nodes.gallery, { pictures: [id] });
  else insertBlock(editor, schema.nodes.image, { media: id });
}
