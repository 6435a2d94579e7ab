// The editing surface: document, history, keys and how pictures and embeds look. Knows nothing of React: it reports
// every change and renders pictures and embeds from what it is given.

import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { t } from '#app/language/messages.ts';
import type { Block, EmbedKind } from '#contracts/blocks.ts';
import { docOfBlocks } from './doc-of-blocks.ts';
import { schema } from './schema.ts';

interface Likeness {
  /** URL of a thumbnail, or undefined if the picture is unknown. */
  picture(mediaId: string): { src: string; alt: string; credit: string } | undefined;
  embed(kind: string, ref: string): string;
}

export interface EditorOptions {
  place: HTMLElement;
  blocks: readonly Block[];
  label: string;
  likeness: Likeness;
  onChange(view: EditorView, isEdited: boolean): void;
  onLink(): void;
}

const { nodes, marks } = schema;

export function createEditor(options: EditorOptions): EditorView {
  const { likeness } = options;
  const view = new EditorView(options.place, {
    state: stateOf(options.blocks, options.onLink),
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label },
    nodeViews: {
      image: (node) => pictureView(node, likeness),
      gallery: (node) => galleryView(node, likeness),
      embed: (node) => embedView(node, likeness),
    },
    dispatchTransaction(this: EditorView, transaction: Transaction) {
      this.updateState(this.state.apply(transaction));
      options.onChange(this, transaction.docChanged);
    },
  });
  return view;
}

function stateOf(blocks: readonly Block[], onLink: () => void): EditorState {
  return EditorState.create({
    doc: schema.nodeFromJSON(docOfBlocks(blocks)),
    plugins: [
      history(),
      inputRules({
        rules: [
          textblockTypeInputRule(/^##\s$/, nodes.heading, { level: 2 }),
          textblockTypeInputRule(/^###\s$/, nodes.heading, { level: 3 }),
          textblockTypeInputRule(/^>\s$/, nodes.quote),
          wrappingInputRule(/^[-*]\s$/, nodes.bullet_list),
          wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
        ],
      }),
      keymap({
        'Mod-z': undo,
        'Shift-Mod-z': redo,
        'Mod-y': redo,
        'Mod-b': toggleMark(marks.strong),
        'Mod-i': toggleMark(marks.em),
        'Mod-k': () => {
          onLink();
          return true;
        },
        'Mod-Alt-0': setBlockType(nodes.paragraph),
        'Mod-Alt-2': setBlockType(nodes.heading, { level: 2 }),
        'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
        Enter: chainCommands(splitListItem(nodes.list_item), liftListItem(nodes.list_item)),
      }),
      keymap(baseKeymap),
    ],
  });
}

function pictureView(node: Node, likeness: Likeness) {
  const dom = document.createElement('figure');
  dom.append(drawnPicture(String(node.attrs.media), likeness));
  const caption = document.createElement('figcaption');
  const credit = likeness.picture(String(node.attrs.media))?.credit ?? '';
  caption.textContent = [node.attrs.caption, credit].filter(Boolean).join(' · ');
  dom.append(caption);
  return { dom };
}

function galleryView(node: Node, likeness: Likeness) {
  const dom = document.createElement('div');
  dom.className = 'editor-gallery';
  for (const id of node.attrs.pictures as string[]) dom.append(drawnPicture(id, likeness));
  return { dom };
}

function embedView(node: Node, likeness: Likeness) {
  const dom = document.createElement('p');
  dom.className = 'editor-embed';
  const kind = document.createElement('span');
  kind.textContent = t(`dashboard.content.embedded_${node.attrs.kind as EmbedKind}`);
  dom.append(kind, likeness.embed(String(node.attrs.kind), String(node.attrs.ref)));
  return { dom };
}

function drawnPicture(id: string, likeness: Likeness): HTMLElement {
  const known = likeness.picture(id);
  if (!known) {
    const message = document.createElement('p');
    message.textContent = t('dashboard.content.this_picture_is_no_longer_in');
    return message;
  }
  const image = document.createElement('img');
  image.src = known.src;
  image.alt = known.alt;
  return image;
}
