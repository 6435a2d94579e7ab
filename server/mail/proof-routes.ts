// The page behind the link of a test email (prove-email.ts), and what its button does.
import { Hono } from 'hono';
import { t } from '#app/language/messages.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { escapeXml } from '#contracts/escape-xml.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type PlainPage, renderPlainPage } from '../http/plain-page.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import { inLanguage } from '../language/current-language.ts';
import { readEmailLanguage } from '../language/email-language.ts';
import type { MailSettings } from './mail-settings.ts';
import type { Proof } from './prove-email.ts';

/** Links that are not ours are answered in the studio's language. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface ProofOptions {
  sql: Sql;
  mail: MailSettings;
  siteUrl: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
}

export function createProofRoutes({ sql, mail, siteUrl, clientIp, limiter }: ProofOptions): Hono {
  const app = new Hono();
  const opened = limiter.limit({ name: 'links of test emails', max: 60, perS: 600, byAddress: true });
  const proofOf = (request: Request, token: string) => {
    const waitS = opened.take(clientIp(request));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    return mail.proofs.read(token);
  };
  const answer = async (proof: Proof | undefined, write: () => PlainPage) =>
    inLanguage(await readEmailLanguage(sql, proof?.personId ?? NOBODY), () => {
      const { html, headers } = renderPlainPage(write());
      return new Response(html, { headers });
    });
  const withSettings = (title: string, message: string): PlainPage => ({
    title,
    message,
    more: `<p><a href="${escapeXml(siteUrl)}/dashboard/settings/mail">${escapeXml(t('email.alarms.test_open_settings'))}</a></p>`,
  });
  const over = () => withSettings(t('email.alarms.test_over'), t('email.alarms.test_over_advice'));

  // The page asks for a press: filters between two mail servers open every link.
  app.get('/api/mail/arrived/:token', ({ req }) => {
    const proof = proofOf(req.raw, req.param('token'));
    return answer(proof, () => {
      if (!proof) return over();
      const button = escapeXml(t('email.alarms.test_button'));
      return {
        title: t('email.alarms.test_heading'),
        message: t('email.alarms.test_press'),
        more: `<form method="post"><button>${button}</button></form>`,
      };
    });
  });
  app.post('/api/mail/arrived/:token', async ({ req }) => {
    const proof = proofOf(req.raw, req.param('token'));
    if (!proof) return answer(proof, over);
    const { route, personId } = proof;
    const stored = await sql`
      update private.mail_settings set proven_route = ${route}, proven_at = clock_timestamp()
      where proven_route is distinct from ${route}`;
    if (stored.count > 0)
      await writeAudit(sql, { area: 'mail', action: 'proved_that_email_arrives', actorId: personId });
    const { provenAt } = await mail.read();
    return answer(proof, () =>
      provenAt
        ? withSettings(t('email.alarms.test_proven'), t('email.alarms.test_proven_message'))
        : withSettings(t('email.alarms.test_other_settings'), t('email.alarms.test_other_settings_advice')),
    );
  });
  return app;
}
