import { data, redirect } from 'react-router';
import { type ApiError, notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { currentLanguage, rich, t } from '#app/language/messages.ts';
import { EmailField } from '#app/site/booking/contact-fields.tsx';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { stayOnPage, useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
import type { Route } from './+types/newsletter-page.ts';

export function loader({ url }: Route.LoaderArgs) {
  return { isAsked: url.searchParams.get('asked') === '1' };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { isHuman, elevated } = context.get(siteContext);
  const form = await request.formData();
  const email = String(form.get('email') ?? '');
  const errorResponse = (error: ApiError, status: number) => data({ error, values: { email } }, { status });
  if (!(await isHuman(String(form.get('bot_token') ?? '')))) return errorResponse(notHuman(), 403);
  if (!elevated)
    return errorResponse(
      {
        reason: 'not_here',
        message: t('site.newsletter.you_cannot_subscribe_to_the_newsletter'),
      },
      503,
    );
  const answer = await elevated.rpc('subscribe_to_newsletter', {
    email,
    language: currentLanguage().code,
  });
  if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
  return redirect('/newsletter?asked=1');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = studioMeta('/newsletter', (name) => [
  t('site.newsletter.page_title'),
  t('site.newsletter.the_newsletter_of_name_once_a', { name }),
]);

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  const isLinked = useIsLinked();
  const { studio, settings } = useRootData();
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  return (
    <TitledPage
      title={t('site.newsletter.newsletter')}
      lead={t('site.newsletter.once_a_month_what_is_coming')}
    >
      <div className="grid-12 page-body">
        <div className="page-main">
          {loaderData.isAsked ? (
            <p className="form-thanks lead" role="status">
              {settings.sendsMail
                ? t('site.newsletter.check_your_email_and_press_the')
                : t('site.newsletter.we_have_saved_your_address_the')}
            </p>
          ) : (
            <Form ref={form} method="post" className="form" onSubmit={submit} noValidate>
              <EmailField
                hint={t('site.newsletter.only_used_for_the_newsletter')}
                error={problemOf('email')}
                defaultValue={values.email}
              />
              <FormAlert message={problemOf('email') ? undefined : alert} onRetry={onRetry} />
              <Button variant="primary" size="lg" type="submit" busy={isBusy}>
                {t('site.newsletter.subscribe')}
              </Button>
            </Form>
          )}
        </div>
        <aside className="page-side" aria-label={t('site.newsletter.about_the_newsletter')}>
          <Facts
            facts={[
              [t('site.newsletter.comes_term'), t('site.newsletter.once_a_month_never_in_between')],
              [t('site.newsletter.begins_term'), t('site.newsletter.when_you_confirm_in_a_first')],
              [t('site.newsletter.ends_term'), t('site.newsletter.with_the_unsubscribe_link_in_every')],
              [
                t('site.newsletter.we_store_term'),
                <span key="keep">
                  {rich('site.newsletter.your_email_address_nothing_else', {
                    studio: studio.name,
                    link: (text) => (
                      <Link to="/policies/privacy" prefetch="none">
                        {text}
                      </Link>
                    ),
                  })}
                </span>,
              ],
              [
                t('site.newsletter.meanwhile_term'),
                isLinked('/journal') && (
                  <Link key="journal" to="/journal">
                    {t('site.newsletter.the_journal_as_it_is_written')}
                  </Link>
                ),
              ],
            ]}
          />
        </aside>
      </div>
    </TitledPage>
  );
}
