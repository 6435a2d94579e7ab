// The command palette: pages at once, people, orders and other things as the database finds them. A combobox: arrows
// move, Enter opens, Escape closes.

import {
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { rich, t } from '#app/language/messages.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Role } from '#contracts/visitor.ts';
import { useStudio } from '../use-studio.ts';
import { byGroup, indexSections, type PaletteItem, sectionItems } from './palette-items.ts';
import { optionId, PaletteResults } from './palette-results.tsx';
import { useFindings } from './use-findings.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

export default function CommandPalette({ roles, onClose }: { roles: Role[]; onClose(): void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  // The typed letter is painted first, its results right after it.
  const shownQuery = useDeferredValue(query);
  const { found, isSearching, hasFailed } = useFindings(query, roles);
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { open } = useStudio().sections;
  const sections = useMemo(() => indexSections(roles, open), [roles, open]);
  const groupsFor = useCallback(
    (typed: string) => byGroup([...sectionItems(sections, typed), ...found]),
    [sections, found],
  );
  const groups = useMemo(() => groupsFor(shownQuery), [groupsFor, shownQuery]);
  const items = useMemo(() => itemsOf(groups), [groups]);
  const position = Math.min(chosen, items.length - 1);
  const current = items[position];

  const go = useCallback(
    (item: PaletteItem) => {
      onClose();
      void navigate(item.to);
    },
    [onClose, navigate],
  );
  // Found by reference, so that a changed list does not render the rows that stay.
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  const point = useCallback((item: PaletteItem) => setChosen(latest.current.indexOf(item)), []);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      // What was typed counts, even where its results are not shown yet.
      const item = query === shownQuery ? current : itemsOf(groupsFor(query))[chosen];
      if (item) go(item);
    } else if (step !== undefined && items.length > 0) {
      event.preventDefault();
      const to = Math.abs(step) === 1 ? (position + step + items.length) % items.length : position + step;
      setChosen(Math.max(0, Math.min(items.length - 1, to)));
    }
  };
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <Dialog
      title={t('dashboard.layout.search')}
      size="wide"
      className="palette"
      first=".palette-field"
      closesOutside
      onClose={onClose}
    >
      <input
        className="palette-field"
        type="text"
        role="combobox"
        aria-label={t('dashboard.command_palette.find_anything')}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(`${id}-list`, current)}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('dashboard.command_palette.page_person_class_order')}
        maxLength={100}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={move}
      />
      <PaletteResults
        ref={list}
        id={`${id}-list`}
        groups={groups}
        current={current}
        onPoint={point}
        onOpen={go}
      />
      <p role="status" className="palette-status">
        {hasFailed
          ? t('dashboard.command_palette.cant_reach_the_server_only_pages')
          : isSearching
            ? t('dashboard.command_palette.searching')
            : items.length === 0
              ? t('dashboard.command_palette.nothing_found_try_a_shorter_search')
              : rich('dashboard.command_palette.results_found', {
                  count: items.length,
                  keys: (text) => <span className="palette-keys">{text}</span>,
                })}
      </p>
    </Dialog>
  );
}

function itemsOf(groups: ReturnType<typeof byGroup>): PaletteItem[] {
  return groups.flatMap(({ items }) => items);
}
