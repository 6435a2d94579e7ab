// The language of the page, on the server and in the browser.
import { setSpeech } from '#app/language/messages.ts';
import speech from './speech.json';

setSpeech(() => speech);
