// A list in which one item at a time is open for editing.

import { type ReactNode, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';

interface EditListProps<Item> {
  items: readonly Item[];
  idOf(item: Item): string;
  nameOf(item: Item): string;
  /** Shown instead of the name. */
  title?(item: Item): ReactNode;
  /** Lines below the name. */
  about(item: Item): ReactNode;
  isPast?(item: Item): boolean;
  /** Links and buttons before and after “Edit”. */
  before?(item: Item, index: number): ReactNode;
  after?(item: Item): ReactNode;
  /** The form of the open item; `done` closes it. */
  form(item: Item, done: () => void): ReactNode;
  /** Reads the items anew: the form closes when it ends, so that it never opens again with what was before. */
  onChange(): Promise<void>;
}

export function EditList<Item>(props: EditListProps<Item>) {
  const { items, idOf, nameOf, title = nameOf, about, isPast, before, after, form, onChange } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <ul className="dash-list">
      {items.map((item, index) => {
        const id = idOf(item);
        const isOpen = openId === id;
        const edit = (
          <LinkButton
            aria-label={t('dashboard.forms.edit_item', { name: nameOf(item) })}
            aria-expanded={isOpen}
            onClick={() => setOpenId(isOpen ? null : id)}
          >
            {isOpen ? t('dashboard.common.close') : t('dashboard.common.edit')}
          </LinkButton>
        );
        return (
          <li key={id} data-past={isPast?.(item) || undefined}>
            <span>
              <b>{title(item)}</b>
              {about(item)}
            </span>
            {before || after ? (
              <span className="dash-row-actions">
                {before?.(item, index)}
                {edit}
                {after?.(item)}
              </span>
            ) : (
              edit
            )}
            {isOpen &&
              form(item, async () => {
                await onChange();
                setOpenId(null);
              })}
          </li>
        );
      })}
    </ul>
  );
}
