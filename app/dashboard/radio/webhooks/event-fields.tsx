// Which events a webhook tells of, and the text of each where people read it.

import { useState } from 'react';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import {
  DEFAULT_EVENTS,
  hasTemplates,
  MAX_TEMPLATE_CHARACTERS,
  TEMPLATE_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookKind,
  type WebhookTemplates,
} from '#contracts/radio-webhooks.ts';
import { defaultTemplate, eventLabel } from './webhook-labels.ts';

interface EventFieldsProps {
  kind: WebhookKind;
  events?: readonly WebhookEvent[] | undefined;
  templates?: WebhookTemplates | undefined;
  errors: Record<string, string>;
}

export function EventFields({ kind, events, templates = {}, errors }: EventFieldsProps) {
  const [chosen, setChosen] = useState(events ?? DEFAULT_EVENTS[kind]);
  // A directory shows tracks alone.
  if (kind === 'tunein') return <input type="hidden" name="events" value="track.started" />;
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setChosen(WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : chosen.includes(one))));
  return (
    <>
      <FieldSet
        legend={t('dashboard.webhooks.events')}
        hint={hasTemplates(kind) ? t('dashboard.webhooks.events_hint') : undefined}
        error={errors.events}
      >
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            name="events"
            value={event}
            label={eventLabel(event)}
            checked={chosen.includes(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </FieldSet>
      {hasTemplates(kind) &&
        chosen.map((event, index) => (
          <Field
            key={event}
            label={t('dashboard.webhooks.text_for', { event: eventLabel(event) })}
            hint={
              index === 0
                ? t('dashboard.webhooks.placeholders', {
                    names: formatList(TEMPLATE_NAMES.map((name) => `{${name}}`)),
                  })
                : undefined
            }
            error={index === 0 ? errors.templates : undefined}
            required
          >
            <Textarea
              name={`template ${event}`}
              defaultValue={templates[event] ?? defaultTemplate(event)}
              rows={2}
              maxLength={MAX_TEMPLATE_CHARACTERS}
              dir="auto"
            />
          </Field>
        ))}
    </>
  );
}
