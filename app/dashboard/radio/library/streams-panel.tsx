// Whether the station also has a stream of Opus at 96 kbit/s, for which every track is stored once more.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { Panel } from '../../layout/page.tsx';

export function StreamsPanel({ hasOpus96 }: { hasOpus96: boolean }) {
  const [isOn, setOn] = useState(hasOpus96);
  const [isBusy, run] = useBusy();
  const save = async (isWanted: boolean) => {
    setOn(isWanted);
    const client = await backend();
    const { error } = await client
      .from('radio_settings')
      .update({ has_opus96: isWanted })
      .eq('id', true)
      .select('has_opus96')
      .single();
    if (reportFailure(error)) toastSuccess(t('dashboard.common.changes_saved'));
    else setOn(!isWanted);
  };
  return (
    <Panel title={t('dashboard.radio.streams')}>
      <Checkbox
        label={t('dashboard.radio.offer_opus_96')}
        hint={t('dashboard.radio.offer_opus_96_hint')}
        checked={isOn}
        disabled={isBusy}
        onChange={({ currentTarget: { checked } }) => void run(() => save(checked))}
      />
    </Panel>
  );
}
