import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { Panel } from '../../layout/page.tsx';
import { reportFailure } from '../report.ts';

export interface Wish {
  id: string;
  asked_at: string;
  track: { title: string; artist: string } | null;
}

export function RequestsPanel({ wishes, onChange }: { wishes: Wish[]; onChange(): void }) {
  const decline = async ({ id }: Wish) => {
    const client = await backend();
    const { error } = await client
      .from('radio_requests')
      .update({ state: 'declined', decided_at: new Date().toISOString() })
      .eq('id', id);
    if (reportFailure(error)) onChange();
  };
  return (
    <Panel title="Wishes" aside="One in ten minutes goes on air.">
      <ul className="dash-list">
        {wishes.map((wish) => (
          <li key={wish.id}>
            <span>
              <b>{wish.track?.title}</b>
              <span className="dash-quiet">{wish.track?.artist}</span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-label={`Decline the wish for ${wish.track?.title}`}
              onClick={() => decline(wish)}
            >
              Decline
            </Button>
          </li>
        ))}
        {wishes.length === 0 && <li>Nobody is waiting for a piece.</li>}
      </ul>
    </Panel>
  );
}
