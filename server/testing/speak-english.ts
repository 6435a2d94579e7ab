// Tests read English, as the server does outside of a request.

import { setSpeech } from '#app/language/messages.ts';
import { currentSpeech } from '../language/current-language.ts';

setSpeech(currentSpeech);
