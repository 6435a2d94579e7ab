// A list with one item open beside it: playlists, shows.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';

interface Entry {
  id: string;
}

interface OpenListProps<Item extends Entry> {
  items: Item[];
  nameOf(item: Item): string;
  about(item: Item): ReactNode;
  /** A badge after the text. */
  mark?: (item: Item) => ReactNode;
  /** Shown while the list is empty. */
  empty: ReactNode;
  /** The form to add an item, below the list. */
  add: ReactNode;
  /** Renders the open item. Call `close` after deleting it. */
  children(item: Item, close: () => void): ReactNode;
}

export function OpenList<Item extends Entry>(props: OpenListProps<Item>) {
  const { items, nameOf, about, mark, empty, add, children } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  const open = items.find(({ id }) => id === openId);
  const opened = useRef<HTMLDivElement>(null);
  // On a phone it opens below the list, so scroll it into view.
  useEffect(() => {
    const top = openId && opened.current?.getBoundingClientRect().top;
    if (top && top > window.innerHeight * 0.6) opened.current?.scrollIntoView({ block: 'start' });
  }, [openId]);
  return (
    <div className="dash-columns">
      <div className="dash-stack">
        {items.length === 0 ? (
          empty
        ) : (
          <ul className="dash-list">
            {items.map((item) => {
              const isOpen = item.id === openId;
              return (
                <li key={item.id} data-current={isOpen || undefined}>
                  <RowText title={nameOf(item)}>{about(item)}</RowText>
                  {mark?.(item)}
                  <LinkButton
                    aria-label={t(isOpen ? 'dashboard.radio.close_name' : 'dashboard.radio.open_name', {
                      name: nameOf(item),
                    })}
                    aria-expanded={isOpen}
                    onClick={() => setOpenId(isOpen ? null : item.id)}
                  >
                    {isOpen ? t('dashboard.common.close') : t('dashboard.common.open')}
                  </LinkButton>
                </li>
              );
            })}
          </ul>
        )}
        {add}
      </div>
      {open && (
        <div className="dash-stack open-list-one" key={open.id} ref={opened}>
          {children(open, () => setOpenId(null))}
        </div>
      )}
    </div>
  );
}
