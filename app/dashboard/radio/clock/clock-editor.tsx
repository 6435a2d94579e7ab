// One hour clock: its ruler, its separation rules, and the simulation that comes before saving.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { ClockDraft, ClockSimulation } from '#contracts/radio-clock.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { SaveBarFrame } from '../../forms/save-bar.tsx';
import { useBusy } from '../../forms/use-busy.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { confirmDelete } from '../confirm-delete.ts';
import { ClockRuler } from './clock-ruler.tsx';
import { SeparationFields } from './separation-fields.tsx';
import { SimulationPanel } from './simulation-panel.tsx';

interface ClockEditorProps {
  /** As it is saved, or would begin. */
  saved: ClockDraft;
  /** The name of the show; null for the station. */
  show: string | null;
  /** The show has a clock of its own that can be deleted. */
  isOwn: boolean;
  playlists: { id: string; name: string }[];
  /** Titles of the tracks that items name. */
  titles: Readonly<Record<string, string>>;
  zone: string;
}

export function ClockEditor({ saved, show, isOwn, playlists, titles, zone }: ClockEditorProps) {
  const { draft, setDraft, isDirty, markSent } = useDraft(saved);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [simulated, setSimulated] = useState<{ draft: ClockDraft; result: ClockSimulation } | null>(null);
  const [isBusy, run] = useBusy();
  const { revalidate } = useRevalidator();
  const markSaved = useUnsavedGuard(isDirty);
  const isSimulated = simulated?.draft === draft;
  const titleOf = (id: string) => chosen[id] ?? titles[id] ?? t('dashboard.hour_clock.a_track');

  const simulate = async () => {
    try {
      const result = await ownApi<ClockSimulation>('/radio/clock/simulation', {
        method: 'POST',
        body: draft,
      });
      setSimulated({ draft, result });
    } catch (reason) {
      reportFailure(reason);
    }
  };
  const save = async () => {
    const client = await backend();
    const { error } = await client.rpc('save_radio_clock', {
      // The function takes null for the station; the generated types know no null.
      of_show: draft.show_id as string,
      separation: draft.separation,
      items: draft.items,
    });
    if (!reportFailure(error)) return;
    markSent();
    markSaved();
    toastSuccess(t('dashboard.hour_clock.saved'));
    setSimulated(null);
    await revalidate();
  };
  const remove = () =>
    confirmDelete({
      title: t('dashboard.hour_clock.delete_question', { show: show ?? '' }),
      content: t('dashboard.hour_clock.delete_content'),
      remove: async () => {
        const client = await backend();
        await dataOf(
          client
            .from('radio_clocks')
            .delete()
            .eq('show_id', draft.show_id ?? ''),
        );
      },
      onDeleted: () => {
        markSent();
        markSaved();
        void revalidate();
      },
    });
  return (
    <div className="dash-stack">
      <Panel
        title={show ?? t('dashboard.hour_clock.station')}
        aside={
          show === null
            ? t('dashboard.hour_clock.station_hint')
            : isOwn
              ? t('dashboard.hour_clock.own_hint')
              : t('dashboard.hour_clock.follows_station')
        }
      >
        <ClockRuler
          items={draft.items}
          playlists={playlists}
          titleOf={titleOf}
          onChange={(items, track) => {
            if (track) setChosen({ ...chosen, [track.id]: track.title });
            setDraft({ ...draft, items });
          }}
        />
      </Panel>
      <Panel title={t('dashboard.hour_clock.separation')} aside={t('dashboard.hour_clock.separation_hint')}>
        <SeparationFields
          separation={draft.separation}
          onChange={(separation) => setDraft({ ...draft, separation })}
        />
      </Panel>
      {simulated && isSimulated && (
        <SimulationPanel simulation={simulated.result} items={draft.items} zone={zone} />
      )}
      <SaveBarFrame>
        <p>
          {isDirty && <b>{t('dashboard.hour_clock.not_saved')}</b>}
          {isSimulated
            ? t('dashboard.hour_clock.look_then_save')
            : t('dashboard.hour_clock.simulate_before_saving')}
        </p>
        <div className="save-bar-actions">
          {isOwn && show !== null && (
            <Button variant="destructive" size="sm" onClick={remove}>
              {t('dashboard.hour_clock.use_station_clock')}
            </Button>
          )}
          <Button
            variant={isSimulated ? 'tertiary' : 'primary'}
            size="sm"
            busy={isBusy}
            onClick={() => void run(simulate)}
          >
            {t('dashboard.hour_clock.simulate')}
          </Button>
          {isSimulated && (
            <Button variant="primary" size="sm" busy={isBusy} onClick={() => void run(save)}>
              {t('dashboard.hour_clock.save')}
            </Button>
          )}
        </div>
      </SaveBarFrame>
    </div>
  );
}
