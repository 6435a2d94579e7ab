import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';

interface RowButtonsProps {
  /** "question 3", for screen readers. */
  name: string;
  index: number;
  count: number;
  /** The first cannot go up, the last not down: their button is disabled, or not there. */
  atTheEnds: 'disabled' | 'absent';
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** Up, down and remove, for a row of a list that is edited. */
export function RowButtons({ name, index, count, atTheEnds, onMove, onRemove }: RowButtonsProps) {
  const moves = [
    {
      label: t('dashboard.common.up'),
      ariaLabel: t('dashboard.forms.move_up', { name }),
      by: -1,
      isPossible: index > 0,
    },
    {
      label: t('dashboard.common.down'),
      ariaLabel: t('dashboard.forms.move_down', { name }),
      by: 1,
      isPossible: index < count - 1,
    },
  ] as const;
  return (
    <div className="dash-row-actions">
      {moves.map(({ label, ariaLabel, by, isPossible }) =>
        isPossible || atTheEnds === 'disabled' ? (
          <LinkButton key={label} disabled={!isPossible} aria-label={ariaLabel} onClick={() => onMove(by)}>
            {label}
          </LinkButton>
        ) : null,
      )}
      <RowAction
        label={t('dashboard.common.remove')}
        name={t('dashboard.common.remove_name', { name })}
        onClick={onRemove}
      />
    </div>
  );
}

export function moveItem<Item>(list: readonly Item[], index: number, by: -1 | 1): Item[] {
  const moved = [...list];
  moved.splice(index + by, 0, ...moved.splice(index, 1));
  return moved;
}
