// Tests of components read English and see the site's own style sheets.
import { inject } from 'vitest';
import { setSpeech } from '#app/language/messages.ts';
import '#app/styles/app.css';

const speech = inject('speech');
setSpeech(() => speech);
