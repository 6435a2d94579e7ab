// For tests in a browser, which has no catalogues to read: the English texts.
import type { TestProject } from 'vitest/node';
import type { Speech } from '#app/language/messages.ts';
import { currentSpeech } from '../language/current-language.ts';

declare module 'vitest' {
  interface ProvidedContext {
    speech: Speech;
  }
}

export default ({ provide }: TestProject) => provide('speech', currentSpeech());
