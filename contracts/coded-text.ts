// A sentence of the server as it is stored and sent: a code with values. The page words it in the reader's language; logs,
// the API and other programs get the English sentence.
export interface CodedText {
  code: string;
  values?: Record<string, CodedValue> | undefined;
}

/** In an answer of the API, which also has the English sentence. */
export interface AnsweredText extends CodedText {
  message: string;
}

/** Moments and sizes stay raw, and a sentence may be part of another one. */
export type CodedValue = string | number | { time: string; zone: string } | { bytes: number } | CodedText;

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Rest<Names extends string> = [Names] extends [never] ? [] : [values: Record<Names, CodedValue>];

export interface CodedTexts<Sentences extends Record<string, string>> {
  codes: (keyof Sentences & string)[];
  /** `text('host_connected', { name })` */
  text<Code extends keyof Sentences & string>(
    code: Code,
    ...values: Rest<NamesIn<Sentences[Code]>>
  ): CodedText & { code: Code };
  english(text: CodedText): string;
}

// Titles and errors come from outside, and texts are stored.
const MAX_CHARACTERS = 500;

/** Texts by code, from their English sentences with {names} for values. */
export function defineTexts<const Sentences extends Record<string, string>>(
  sentences: Sentences,
): CodedTexts<Sentences> {
  function english({ code, values = {} }: CodedText): string {
    return (sentences[code] ?? code).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      writeValue(values[name] ?? whole),
    );
  }
  function writeValue(value: CodedValue): string {
    if (typeof value !== 'object') return String(value);
    if ('code' in value) return english(value);
    if ('time' in value) return value.time;
    const { bytes } = value;
    return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GB` : `${Math.ceil(bytes / 2 ** 20)} MB`;
  }
  return {
    codes: Object.keys(sentences),
    text: (code, ...[values]) => ({ code, values: cutValues(values ?? {}) }),
    english,
  };
}

function cutValues(values: Record<string, CodedValue>): Record<string, CodedValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value,
    ]),
  );
}
