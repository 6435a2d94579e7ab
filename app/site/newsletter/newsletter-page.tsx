import { data, redirect } from 'react-router';
import { type ApiError, notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { EmailField } from '#app/site/booking/contact-fields.tsx';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { stayOnPage, useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
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
        message: 'You cannot subscribe to the newsletter here at the moment. Please write to us.',
      },
      503,
    );
  const answer = await elevated.rpc('subscribe_to_newsletter', { email });
  if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
  return redirect('/newsletter?asked=1');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = siteMeta(({ studio }) => ({
  title: 'newsletter',
  description: `The newsletter of ${studio.name}, once a month: what is coming, what was made.`,
  path: '/newsletter',
}));

export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  const { studio, settings } = useRootData();
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  return (
    <main id="main">
      <PageHead title="Newsletter">
        <p className="lead">Once a month: what is coming, what was made, and one thing to listen to.</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <div className="page-main">
            {loaderData.isAsked ? (
              <p className="form-thanks lead" role="status">
                {settings.sendsMail
                  ? 'Check your email and press the button in it to confirm. Until then we send you nothing.'
                  : 'We have saved your address. The studio cannot send email at the moment; you get an email to confirm as soon as it can.'}
              </p>
            ) : (
              <Form ref={form} method="post" className="form" onSubmit={submit} noValidate>
                <EmailField
                  hint="Only used for the newsletter."
                  error={problemOf('email')}
                  defaultValue={values.email}
                />
                <FormAlert message={problemOf('email') ? undefined : alert} onRetry={onRetry} />
                <Button variant="primary" size="lg" type="submit" busy={isBusy}>
                  Subscribe
                </Button>
              </Form>
            )}
          </div>
          <aside className="page-side" aria-label="About the newsletter">
            <Facts
              facts={[
                ['Comes', 'Once a month, never in between'],
                ['Begins', 'When you confirm in a first email, so that no one else can subscribe you'],
                ['Ends', 'With the unsubscribe link in every newsletter'],
                [
                  'We store',
                  <span key="keep">
                    Your email address, nothing else.{' '}
                    <Link to="/policies/privacy" prefetch="none">
                      What {studio.name} knows about you
                    </Link>
                  </span>,
                ],
                [
                  'Meanwhile',
                  <Link key="journal" to="/journal">
                    The journal, as it is written
                  </Link>,
                ],
              ]}
            />
          </aside>
        </div>
      </div>
    </main>
  );
}
