import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => toastSuccess(t('dashboard.common.copied')))
      .catch(() => toastError(t('dashboard.radio.could_not_copy_select_the_text')));
  return (
    <LinkButton aria-label={label} onClick={copy}>
      {t('dashboard.radio.copy')}
    </LinkButton>
  );
}
