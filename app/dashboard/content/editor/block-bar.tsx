// The options of the picture, gallery, embed or quote that is selected in the text.

import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { Picture } from '#app/features/media/picture.tsx';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import type { Media } from '#contracts/media.ts';
import { changeAttrs, removeBlock, type selectedBlock } from './editor-commands.ts';

interface BlockBarProps {
  view: EditorView;
  block: NonNullable<ReturnType<typeof selectedBlock>>;
  media: ReadonlyMap<string, Media>;
  onPicture(to: 'replace' | 'add'): void;
}

export function BlockBar({ view, block, media, onPicture }: BlockBarProps) {
  const { type, attrs, at } = block;
  const attributeInput = (name: 'by' | 'caption', label: string) => (
    <TextInput
      label={label}
      initial={String(attrs[name] ?? '')}
      onText={(text) => changeAttrs(view, at, { [name]: text })}
    />
  );
  switch (type) {
    case 'quote':
      return <div className="editor-bar">{attributeInput('by', t('dashboard.content.attribution'))}</div>;
    case 'image':
      return (
        <div className="editor-bar">
          {attributeInput('caption', t('dashboard.content.caption'))}
          <Button variant="tertiary" size="sm" onClick={() => onPicture('replace')}>
            {t('dashboard.content.replace_picture')}
          </Button>
          <Remove view={view} />
        </div>
      );
    case 'gallery': {
      const pictures = attrs.pictures as string[];
      return (
        <div className="editor-bar">
          <ul className="editor-bar-pictures" aria-label={t('dashboard.content.pictures_in_the_gallery')}>
            {pictures.map((id, index) => {
              const one = media.get(id);
              const without = pictures.filter((_, other) => other !== index);
              return (
                <li key={`${id} ${index.toString()}`}>
                  {one && <Picture media={one} ratio={[1, 1]} sizes="5rem" />}
                  <RowAction
                    label={t('dashboard.common.remove')}
                    name={
                      one
                        ? t('dashboard.content.remove_name_from_the_gallery', { name: one.alt })
                        : t('dashboard.content.remove_picture_from_the_gallery')
                    }
                    onClick={() =>
                      without.length > 0 ? changeAttrs(view, at, { pictures: without }) : removeBlock(view)
                    }
                  />
                </li>
              );
            })}
          </ul>
          <Button variant="tertiary" size="sm" onClick={() => onPicture('add')}>
            {t('dashboard.content.add_a_picture')}
          </Button>
          <Remove view={view} />
        </div>
      );
    }
    default:
      return (
        <div className="editor-bar">
          <Remove view={view} />
        </div>
      );
  }
}

function Remove({ view }: { view: EditorView }) {
  return (
    <LinkButton onClick={() => removeBlock(view)}>{t('dashboard.content.remove_from_the_text')}</LinkButton>
  );
}

interface TextProps {
  label: string;
  initial: string;
  onText(text: string): void;
}

function TextInput({ label, initial, onText }: TextProps) {
  const [text, setText] = useState(initial);
  return (
    <Field label={label}>
      <Input
        value={text}
        maxLength={300}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onText(currentTarget.value);
        }}
      />
    </Field>
  );
}
