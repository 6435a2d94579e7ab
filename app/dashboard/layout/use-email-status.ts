import { t } from '#app/language/messages.ts';
import { useStudio } from '../use-studio.ts';

/** Chooses the text by whether emails are sent now or wait in the outbox because no mail server is set up. */
export function useEmailStatus() {
  const { sendsMail } = useStudio().settings;
  return {
    sendsMail,
    sentOrWaiting: (sent: string, waiting = t('dashboard.layout.email_waits_in_the_outbox')) =>
      sendsMail ? sent : waiting,
  };
}
