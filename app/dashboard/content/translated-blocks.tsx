// The formatted text in one of the other languages, with the text of the first language beside it.

import { useState } from 'react';
import { currentLanguages, type Language, t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { Block } from '#contracts/blocks.ts';
import type { Media } from '#contracts/media.ts';
import type { Translations } from '#contracts/translations.ts';
import { blocksIn } from '../languages/blocks-in.ts';
import { withText } from '../languages/text-fields.ts';
import { RichEditor } from './editor/rich-editor.tsx';
import { paragraphsOfBlocks } from './history/text-of-content.ts';

interface TranslatedBlocksProps {
  blocks: Block[];
  translations: Translations;
  language: Language;
  media: readonly Media[];
  titles: Readonly<Record<string, string>>;
  onChange(translations: Translations): void;
}

export function TranslatedBlocks({
  blocks,
  translations,
  language,
  media,
  titles,
  onChange,
}: TranslatedBlocksProps) {
  const [first] = currentLanguages().languages;
  const [copies, setCopies] = useState(0);
  const own = blocksIn(translations, language.code);
  const save = (text: Block[]) => onChange(withText(translations, language.code, 'blocks', text));
  return (
    <div className="translation translated-blocks">
      <div lang={language.code} dir={language.direction}>
        <RichEditor
          key={copies}
          label={t('dashboard.translations.text_in_language', { language: language.name })}
          blocks={own}
          media={media}
          titles={titles}
          onChange={save}
        />
      </div>
      <aside
        className="translation-reference"
        aria-label={t('dashboard.translations.text_in_language', { language: first?.name ?? '' })}
      >
        <b lang={first?.code}>{first?.name}</b>
        {own.length === 0 && blocks.length > 0 && (
          <LinkButton
            onClick={() => {
              save(blocks);
              setCopies((before) => before + 1);
            }}
          >
            {t('dashboard.translations.start_from_this_text')}
          </LinkButton>
        )}
        <div lang={first?.code} dir={first?.direction}>
          {paragraphsOfBlocks(blocks).map((paragraph, index) => (
            <p key={`${index.toString()} ${paragraph}`}>{paragraph}</p>
          ))}
        </div>
      </aside>
    </div>
  );
}
