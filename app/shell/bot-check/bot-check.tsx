import { useEffect, useRef } from 'react';
import { startBotCheck } from './bot-token.ts';

/** The place of the invisible human check. It shows nothing; its callback sends the token to the server. */
export default function BotCheck({ siteKey, apiBaseUrl }: { siteKey: string | null; apiBaseUrl: string }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current) startBotCheck({ siteKey, apiBaseUrl, container: container.current });
  }, [siteKey, apiBaseUrl]);
  return <div ref={container} data-slot="bot-check" aria-hidden="true" />;
}
