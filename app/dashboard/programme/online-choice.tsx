import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

interface OnlineChoiceProps {
  label: string;
  isOnline: boolean;
  onChange(isOnline: boolean): void;
}

export function OnlineChoice({ label, isOnline, onChange }: OnlineChoiceProps) {
  return (
    <Checkbox
      label={label}
      hint={t('dashboard.programme.people_listen_in_their_browser')}
      checked={isOnline}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
