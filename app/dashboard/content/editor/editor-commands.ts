// The commands of the toolbar, and queries about the editor's state.
import { lift, setBlockType, toggleMark } from 'prosemirror-commands';
import type { Attrs, MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

export type BlockChoice = 'paragraph' | 'heading' | 'subheading' | 'quote' | 'bullets' | 'numbers';

export function currentBlock(state: EditorState): BlockChoice {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth);
    if (type === nodes.bullet_list) return 'bullets';
    if (type === nodes.ordered_list) return 'numbers';
  }
  const { type, attrs } = $from.parent;
  if (type === nodes.heading) return attrs.level === 3 ? 'subheading' : 'heading';
  return type === nodes.quote ? 'quote' : 'paragraph';
}

export function chooseBlock(choice: BlockChoice): Command {
  return (state, dispatch, view) => {
    const now = currentBlock(state);
    const isList = now === 'bullets' || now === 'numbers';
    if (now === choice) {
      return isList ? liftListItem(nodes.list_item)(state, dispatch, view) : leaveAlone();
    }
    // Leave the list first: a list cannot contain headings or lists.
    if (isList && view) {
      if (!liftListItem(nodes.list_item)(view.state, view.dispatch)) lift(view.state, view.dispatch);
      return commandOf(choice)(view.state, view.dispatch, view);
    }
    if ((choice === 'bullets' || choice === 'numbers') && now !== 'paragraph' && view) {
      setBlockType(nodes.paragraph)(view.state, view.dispatch);
      return commandOf(choice)(view.state, view.dispatch, view);
    }
    return commandOf(choice)(state, dispatch, view);
  };
}

function leaveAlone(): boolean {
  return true;
}

function commandOf(choice: BlockChoice): Command {
  switch (choice) {
    case 'paragraph':
      return setBlockType(nodes.paragraph);
    case 'heading':
      return setBlockType(nodes.heading, { level: 2 });
    case 'subheading':
      return setBlockType(nodes.heading, { level: 3 });
    case 'quote':
      return setBlockType(nodes.quote);
    case 'bullets':
      return wrapInList(nodes.bullet_list);
    case 'numbers':
      return wrapInList(nodes.ordered_list);
  }
}

export function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, $from, to, empty } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

export const bold = toggleMark(marks.strong);
export const italic = toggleMark(marks.em);

/** URL of the link at the cursor. */
export function linkAt(state: EditorState): string | null {
  const { $from, from, to, empty } = state.selection;
  let found: string | null = null;
  const look = (candidates: readonly { type: MarkType; attrs: Attrs }[]) => {
    for (const mark of candidates) if (mark.type === marks.link) found ??= String(mark.attrs.href);
  };
  if (empty) look([...$from.marks(), ...($from.nodeAfter?.marks ?? [])]);
  else state.doc.nodesBetween(from, to, (node) => look(node.marks));
  return found;
}

/** Sets the link on the selection, or on the whole link at the cursor; null removes it. */
export function setLink(view: EditorView, href: string | null): void {
  const { state } = view;
  const range = state.selection.empty ? linkRange(state) : state.selection;
  const change = state.tr;
  if (range) {
    change.removeMark(range.from, range.to, marks.link);
    if (href) change.addMark(range.from, range.to, marks.link.create({ href }));
  } else if (href) {
    change.replaceSelectionWith(
      schema.text(href.replace(/^mailto:/, ''), [marks.link.create({ href })]),
      false,
    );
  }
  view.dispatch(change);
  view.focus();
}

function linkRange(state: EditorState): { from: number; to: number } | null {
  const { $from } = state.selection;
  const start = $from.start();
  let range: { from: number; to: number } | null = null;
  $from.parent.forEach((node, offset) => {
    const from = start + offset;
    const isHere = from <= $from.pos && $from.pos <= from + node.nodeSize;
    if (isHere && marks.link.isInSet(node.marks)) range ??= { from, to: from + node.nodeSize };
  });
  return range;
}

/** Inserts a picture, gallery or embed after the current block, followed by an empty line. */
export function insertBlock(view: EditorView, type: NodeType, attrs: Attrs): void {
  const { state } = view;
  const { $to } = state.selection;
  const at = $to.depth === 0 ? state.selection.to : $to.after(1);
  const change = state.tr.insert(at, type.create(attrs));
  if (at + 1 >= change.doc.content.size) change.insert(at + 1, nodes.paragraph.create());
  change.setSelection(NodeSelection.create(change.doc, at));
  view.dispatch(change.scrollIntoView());
  view.focus();
}

/** The selected picture, gallery or embed, or the quote at the cursor. */
export function selectedBlock(state: EditorState): { type: string; attrs: Attrs; at: number } | null {
  const { selection } = state;
  if (selection instanceof NodeSelection) {
    return { type: selection.node.type.name, attrs: selection.node.attrs, at: selection.from };
  }
  const { $from } = selection;
  if ($from.parent.type !== nodes.quote) return null;
  return { type: 'quote', attrs: $from.parent.attrs, at: $from.before() };
}

export function changeAttrs(view: EditorView, at: number, attrs: Attrs): void {
  const change = view.state.tr;
  for (const [name, value] of Object.entries(attrs)) change.setNodeAttribute(at, name, value);
  // A changed node is rendered again and would lose its selection.
  if (view.state.selection instanceof NodeSelection)
    change.setSelection(NodeSelection.create(change.doc, at));
  view.dispatch(change);
}

export function removeBlock(view: EditorView): void {
  view.dispatch(view.state.tr.deleteSelection());
  view.focus();
}
