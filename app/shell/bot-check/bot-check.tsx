import { useEffect } from 'react';
import { prepareToken } from '#app/bot-check/bot-token.ts';

/** The container of the invisible bot check. It shows nothing; its callback sends the token to the server. */
export default function BotCheck() {
  useEffect(prepareToken, []);
  return <div data-slot="bot-check" aria-hidden="true" />;
}
