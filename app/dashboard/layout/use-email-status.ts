import { useStudio } from '../use-studio.ts';

const WAITS = 'The mail waits in the outbox: no mail server is set up.';

/** What is true of a mail that was just written: that it leaves, or that it waits where the desk can read and hand it on. */
export function useEmailStatus() {
  const { sendsMail } = useStudio().settings;
  return { sendsMail, say: (leaves: string, waits = WAITS) => (sendsMail ? leaves : waits) };
}
