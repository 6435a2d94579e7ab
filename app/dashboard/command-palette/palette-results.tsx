// The results of the command palette in their groups. Memoized, with ids that stay with their item: a typed letter renders
// only what it adds or removes.
import { Fragment, memo, type Ref } from 'react';
import { t } from '#app/language/messages.ts';
import type { byGroup, PaletteItem } from './palette-items.ts';

interface PaletteResultsProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: ReturnType<typeof byGroup>;
  current: PaletteItem | undefined;
  /** The pointer is on it. */
  onPoint(item: PaletteItem): void;
  onOpen(item: PaletteItem): void;
}

export const PaletteResults = memo(function PaletteResults({
  ref,
  id,
  groups,
  current,
  onPoint,
  onOpen,
}: PaletteResultsProps) {
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={t('dashboard.command_palette.results')}
      className="palette-list"
    >
      {groups.map(({ group, items }) => (
        <Fragment key={group}>
          <p aria-hidden="true" className="palette-group">
            {group}
          </p>
          {items.map((item) => (
            <PaletteOption
              key={item.id}
              id={optionId(id, item)}
              item={item}
              isCurrent={item === current}
              onPoint={onPoint}
              onOpen={onOpen}
            />
          ))}
        </Fragment>
      ))}
    </div>
  );
});

export function optionId(listId: string, item: PaletteItem): string {
  return `${listId}-${item.id}`;
}

interface PaletteOptionProps extends Pick<PaletteResultsProps, 'id' | 'onPoint' | 'onOpen'> {
  item: PaletteItem;
  isCurrent: boolean;
}

const PaletteOption = memo(function PaletteOption({
  id,
  item,
  isCurrent,
  onPoint,
  onOpen,
}: PaletteOptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className="palette-item"
      onPointerMove={() => onPoint(item)}
      onClick={() => onOpen(item)}
      onKeyDown={(event) => event.key === 'Enter' && onOpen(item)}
    >
      <b>{item.title}</b> <span>{item.detail}</span>
      <span className="sr-only">, {item.group}</span>
    </div>
  );
});
