import { t } from '#app/language/messages.ts';
import { useStudio } from '../use-studio.ts';

/**
 * Chooses the text by whether emails are sent now or wait in the outbox because no mail server is set up. A toast that
 * promises an email says so when no test email has arrived yet.
 */
export function useEmailStatus() {
  const { sendsMail: isProven, hasMailServer } = useStudio().settings;
  return {
    sendsMail: hasMailServer,
    isProven,
    sentOrWaiting: (sent: string, waiting = t('dashboard.layout.email_waits_in_the_outbox')) =>
      hasMailServer ? sent : waiting,
    notified: (promised: string) => {
      if (!hasMailServer) return t('dashboard.layout.email_waits_in_the_outbox');
      return isProven ? promised : t('dashboard.layout.email_is_not_proven');
    },
  };
}
