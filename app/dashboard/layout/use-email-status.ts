import { useStudio } from '../use-studio.ts';

const WAITING = 'The email is waiting in the outbox: no mail server is set up.';

/** Chooses the text by whether emails are sent now or wait in the outbox because no mail server is set up. */
export function useEmailStatus() {
  const { sendsMail } = useStudio().settings;
  return { sendsMail, sentOrWaiting: (sent: string, waiting = WAITING) => (sendsMail ? sent : waiting) };
}
