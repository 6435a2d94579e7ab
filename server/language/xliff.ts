// Sentences as XLIFF 2.0, the format that translators' programs read and write: one file element per area, one unit per message.
// The sentences are ICU messages; placeholders and tags in them stay as they are.
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { escapeXml } from '#contracts/escape-xml.ts';
import type { Sentences } from './read-catalogues.ts';

export interface Translation {
  language: string;
  sentences: Sentences;
}

export function toXliff(source: Sentences, { language, sentences }: Translation): string {
  const files = Object.entries(source).map(([area, messages]) => {
    const units = Object.entries(messages).map(([name, sentence]) => {
      const own = sentences[area]?.[name];
      const target = own === undefined ? '' : `<target>${escapeXml(own)}</target>`;
      return `    <unit id="${name}"><segment state="${own === undefined ? 'initial' : 'translated'}"><source>${escapeXml(sentence)}</source>${target}</segment></unit>`;
    });
    return `  <file id="${area}">\n${units.join('\n')}\n  </file>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${language}" xml:space="preserve">
${files.join('\n')}
</xliff>
`;
}

/** Units without a target are left out. */
export function fromXliff(text: string): Translation {
  const root = parseXml(text).root;
  const language = root?.attributes.trgLang;
  if (root?.name !== 'xliff' || !language)
    throw new Error('This is not an XLIFF 2.0 file with a target language (trgLang).');
  const sentences: Sentences = {};
  for (const file of childrenOf(root, 'file')) {
    const area: Record<string, string> = {};
    for (const unit of descendantsOf(file, 'unit')) {
      const targets = descendantsOf(unit, 'target');
      const { id } = unit.attributes;
      if (id && targets.length > 0) area[id] = targets.map((target) => target.text).join('');
    }
    const { id } = file.attributes;
    if (id) sentences[id] = area;
  }
  return { language, sentences };
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  );
}

/** Programs put units into groups, and split one into several segments. */
function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children
    .filter((child): child is XmlElement => child instanceof XmlElement)
    .flatMap((child) => (child.name === name ? [child] : descendantsOf(child, name)));
}
