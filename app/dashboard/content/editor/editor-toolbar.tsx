// The editor's toolbar: each button shows whether it is active, and none moves the focus out of the text.

import { redoDepth, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { EmbedKind } from '#contracts/blocks.ts';
import {
  type BlockChoice,
  bold,
  chooseBlock,
  currentBlock,
  hasMark,
  italic,
  linkAt,
} from './editor-commands.ts';
import { schema } from './schema.ts';

interface EditorToolbarProps {
  state: EditorState | null;
  run(command: Command): void;
  onUndo(): void;
  onRedo(): void;
  onLink(): void;
  onPicture(to: 'image' | 'gallery'): void;
  onEmbed(kind: EmbedKind): void;
}

const BLOCKS = [
  ['paragraph', 'dashboard.content.paragraph_tool'],
  ['heading', 'dashboard.content.heading_tool'],
  ['subheading', 'dashboard.content.subheading_tool'],
  ['bullets', 'dashboard.content.list_tool'],
  ['numbers', 'dashboard.content.numbered_list_tool'],
  ['quote', 'dashboard.content.quote_tool'],
] as const satisfies readonly [BlockChoice, string][];

export function EditorToolbar(props: EditorToolbarProps) {
  const { state, run } = props;
  const now = state && currentBlock(state);
  const marked = (name: 'strong' | 'em') => Boolean(state && hasMark(state, schema.marks[name]));
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('dashboard.content.text_tools')}>
      <Tools>
        {BLOCKS.map(([choice, label]) => (
          <Tool key={choice} isOn={now === choice} onPress={() => run(chooseBlock(choice))}>
            {t(label)}
          </Tool>
        ))}
      </Tools>
      <Tools>
        <Tool isOn={marked('strong')} onPress={() => run(bold)}>
          <b>{t('dashboard.content.bold')}</b>
        </Tool>
        <Tool isOn={marked('em')} onPress={() => run(italic)}>
          <em>{t('dashboard.content.italic')}</em>
        </Tool>
        <Tool isOn={Boolean(state && linkAt(state))} onPress={props.onLink}>
          {t('dashboard.content.link_tool')}
        </Tool>
      </Tools>
      <Tools>
        <Tool onPress={() => props.onPicture('image')}>{t('dashboard.common.picture')}</Tool>
        <Tool onPress={() => props.onPicture('gallery')}>{t('dashboard.content.gallery_tool')}</Tool>
        <Tool onPress={() => props.onEmbed('class')}>{t('dashboard.common.class')}</Tool>
        <Tool onPress={() => props.onEmbed('episode')}>{t('dashboard.content.episode_tool')}</Tool>
        <Tool onPress={() => props.onEmbed('work')}>{t('dashboard.content.work_tool')}</Tool>
      </Tools>
      <Tools>
        <Tool isOff={!state || undoDepth(state) === 0} onPress={props.onUndo}>
          {t('dashboard.common.undo')}
        </Tool>
        <Tool isOff={!state || redoDepth(state) === 0} onPress={props.onRedo}>
          {t('dashboard.content.redo_tool')}
        </Tool>
      </Tools>
    </div>
  );
}

function Tools({ children }: { children: ReactNode }) {
  return <div className="editor-tool-group">{children}</div>;
}

interface ToolProps {
  isOn?: boolean;
  isOff?: boolean;
  onPress(): void;
  children: ReactNode;
}

function Tool({ isOn, isOff, onPress, children }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      // Moving the focus would lose the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {children}
    </Button>
  );
}
