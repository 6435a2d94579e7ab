// The end of a long form, always in reach: how many fields changed and which, discard, save.

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { formatList } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { useChangedFields } from './use-changed-fields.ts';

const SHOWN_LABELS = 4;

interface SaveBarProps {
  isBusy: boolean;
  isDirty: boolean;
  /** Label of the button that saves. */
  submit?: string;
  /** What was entered cannot be saved yet. */
  isDisabled?: boolean;
  onDiscard?(): void;
  /** Saves; without it the button submits its form. */
  onSave?(): void;
  /** More actions, before the button that saves. */
  children?: ReactNode;
}

/** The bar itself. The page scrolls a focused field clear of it: a rule with :has() would cost every change of the page. */
export function SaveBarFrame(props: ComponentProps<'div'>) {
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add('with-save-bar');
    return () => classList.remove('with-save-bar');
  }, []);
  return <div {...props} className="save-bar" />;
}

export function SaveBar(props: SaveBarProps) {
  const { isBusy, isDirty, isDisabled = false, submit, onDiscard, onSave, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  const changed = useChangedFields(bar, isDirty);
  return (
    <SaveBarFrame ref={bar} id="save">
      <p role="status">{isDirty && <Changes labels={changed} />}</p>
      <div className="save-bar-actions">
        {onDiscard && isDirty && (
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            {t('dashboard.forms.discard_changes')}
          </Button>
        )}
        {children}
        <Button
          variant="primary"
          size="sm"
          type={onSave ? 'button' : 'submit'}
          busy={isBusy}
          disabled={isDisabled}
          onClick={onSave}
        >
          {submit ?? t('dashboard.common.save_changes')}
        </Button>
      </div>
    </SaveBarFrame>
  );
}

function Changes({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return <b>{t('dashboard.forms.unsaved_changes')}</b>;
  const shown = labels.slice(0, SHOWN_LABELS);
  return rich('dashboard.forms.count_unsaved_changes', {
    count: labels.length,
    fields: labels.length > SHOWN_LABELS ? `${shown.join(', ')} …` : formatList(shown),
    b: (text) => <b>{text}</b>,
  });
}
