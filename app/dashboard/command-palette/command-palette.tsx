// The command palette: pages at once, people, orders and other things as the database finds them. A combobox: arrows
// move, Enter opens, Escape closes.

import { Fragment, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { rich, t } from '#app/language/messages.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Role } from '#contracts/visitor.ts';
import { byGroup, foundItems, indexSections, type PaletteItem, sectionItems } from './palette-items.ts';

const TYPING_MS = 160;
const MIN_LENGTH = 2;

export default function CommandPalette({ roles, onClose }: { roles: Role[]; onClose(): void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, isSearching, hasFailed } = useFindings(query, roles);
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => indexSections(roles), [roles]);
  const groups = byGroup([...sectionItems(sections, query), ...found]);
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(chosen, items.length - 1)];
  const optionId = (item: PaletteItem) => `${id}-${items.indexOf(item)}`;

  const go = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    void navigate(item.to);
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
    const step = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      go(current);
    } else if (step !== undefined && items.length > 0) {
      event.preventDefault();
      const from = Math.min(chosen, items.length - 1);
      const to = Math.abs(step) === 1 ? (from + step + items.length) % items.length : from + step;
      setChosen(Math.max(0, Math.min(items.length - 1, to)));
    }
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

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
        aria-activedescendant={current && optionId(current)}
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
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('dashboard.command_palette.results')}
        className="palette-list"
      >
        {groups.map(({ group, items: inside }) => (
          <Fragment key={group}>
            <p aria-hidden="true" className="palette-group">
              {group}
            </p>
            {inside.map((item) => (
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === current}
                className="palette-item"
                onPointerMove={() => setChosen(items.indexOf(item))}
                onClick={() => go(item)}
                onKeyDown={(event) => event.key === 'Enter' && go(item)}
              >
                <b>{item.title}</b> <span>{item.detail}</span>
                <span className="sr-only">, {group}</span>
              </div>
            ))}
          </Fragment>
        ))}
      </div>
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

function useFindings(query: string, roles: Role[]) {
  const [state, setState] = useState({ found: [] as PaletteItem[], isSearching: false, hasFailed: false });
  const trimmed = query.trim();
  useEffect(() => {
    if (trimmed.length < MIN_LENGTH) {
      setState({ found: [], isSearching: false, hasFailed: false });
      return;
    }
    let isOld = false;
    setState((before) => ({ ...before, isSearching: true, hasFailed: false }));
    const timer = setTimeout(async () => {
      const answer = await backend()
        .then((client) => client.rpc('find_anything', { query: trimmed }))
        .catch((error: unknown) => ({ data: null, error }));
      if (isOld) return;
      setState({
        found: foundItems(answer.data ?? [], roles),
        isSearching: false,
        hasFailed: answer.error !== null,
      });
    }, TYPING_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [trimmed, roles]);
  return state;
}
