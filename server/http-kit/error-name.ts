// The names of the messages that word the API's errors. Sentences are found by themselves, so that a check of a field
// says its sentence and nothing else.
import { ERROR_AREAS } from '#app/language/error-text.ts';
import { readSentences, SOURCE_LANGUAGE } from '../language/read-catalogues.ts';

let names: Map<string, string[]> | undefined;

function readNames(): Map<string, string[]> {
  const sentences = readSentences(SOURCE_LANGUAGE);
  const found = new Map<string, string[]>();
  for (const area of ERROR_AREAS)
    for (const [name, sentence] of Object.entries(sentences[`errors.${area}`] ?? {}))
      found.set(sentence, [...(found.get(sentence) ?? []), name]);
  return found;
}

/** The name of the message with this English sentence, the code itself if it is one of several. */
export function errorName(sentence: string, code?: string): string | undefined {
  names ??= readNames();
  const found = names.get(sentence) ?? [];
  return found.find((name) => name === code) ?? found[0];
}

export interface FieldProblem {
  field: string;
  message_name: string;
}

/** The names of the messages of invalid fields, as far as they have one. */
export function fieldProblems(fields: Record<string, string>): FieldProblem[] {
  return Object.entries(fields).flatMap(([field, sentence]) => {
    const name = errorName(sentence);
    return name === undefined ? [] : [{ field, message_name: name }];
  });
}
