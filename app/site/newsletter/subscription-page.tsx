// The page behind the links in newsletter emails: confirms or ends a subscription. It asks for a press, because email
// programs open links by themselves.

import { data, redirect } from 'react-router';
import { t } from '#app/language/messages.ts';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { stayOnPage, useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/subscription-page.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const answer = await context.get(siteContext).backend.rpc('newsletter_status', { link: params.token });
  if (answer.error) throw answer.error;
  if (!answer.data) throw data(null, { status: 404 });
  return answer.data;
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const intent = (await request.formData()).get('intent');
  // A broken form must not end a subscription.
  if (intent !== 'confirm' && intent !== 'leave') throw data(null, { status: 400 });
  const name = intent === 'confirm' ? 'confirm_newsletter' : 'unsubscribe_from_newsletter';
  const answer = await context.get(siteContext).backend.rpc(name, { link: params.token });
  if (answer.error) throw answer.error;
  return redirect(`/newsletter/${encodeURIComponent(params.token)}`);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnPage(serverAction);
}

export const meta = unlistedMeta('/newsletter', () => [
  t('site.newsletter.page_title'),
  t('site.newsletter.your_newsletter_subscription'),
]);

const INTENTS = { pending: 'confirm', confirmed: 'leave', left: 'confirm' } as const;

export default function SubscriptionPage({ loaderData }: Route.ComponentProps) {
  const { Form, form, submit, isBusy, alert, onRetry } = useBookingForm();
  const { state, email } = loaderData;
  const intent = INTENTS[state];
  return (
    <TitledPage
      title={t(`site.newsletter.${state}_title`)}
      lead={t(`site.newsletter.${state}_lead`, { email })}
      className="page-body"
    >
      <Form ref={form} method="post" className="form" onSubmit={submit}>
        <FormAlert message={alert} onRetry={onRetry} />
        <Button
          variant={intent === 'confirm' ? 'primary' : 'secondary'}
          type="submit"
          name="intent"
          value={intent}
          busy={isBusy}
        >
          {t(`site.newsletter.${state}_button`)}
        </Button>
      </Form>
    </TitledPage>
  );
}
