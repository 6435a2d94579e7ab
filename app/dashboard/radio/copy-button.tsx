import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => toastSuccess(t('dashboard.common.copied')))
      .catch(() => toastError(t('dashboard.radio.could_not_copy_select_the_text')));
  return <RowAction label={t('dashboard.radio.copy')} name={label} onClick={copy} />;
}
