// npm run messages: writes the types of the messages, and lists what is missing or not used.
import { writeMessageTypes } from './message-types.ts';
import { readSentences, SOURCE_LANGUAGE } from './read-catalogues.ts';

writeMessageTypes(readSentences(SOURCE_LANGUAGE));
