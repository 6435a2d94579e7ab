// A list in which one item at a time is open for editing, and the end of its form.

import { type ReactNode, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

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
  form(item: Item, close: () => void): ReactNode;
}

export function EditList<Item>(props: EditListProps<Item>) {
  const { items, idOf, nameOf, title = nameOf, about, isPast, before, after, form } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <ul className="dash-list">
      {items.map((item, index) => {
        const id = idOf(item);
        const isOpen = openId === id;
        const edit = (
          <Button
            variant="link"
            size="sm"
            aria-label={t('dashboard.forms.edit_item', { name: nameOf(item) })}
            aria-expanded={isOpen}
            onClick={() => setOpenId(isOpen ? null : id)}
          >
            {isOpen ? t('dashboard.common.close') : t('dashboard.common.edit')}
          </Button>
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
            {isOpen && form(item, () => setOpenId(null))}
          </li>
        );
      })}
    </ul>
  );
}

interface FormEndProps {
  /** "Add room", for a new item. */
  add: string | null;
  isBusy: boolean;
  /** Absent if the item cannot be removed. */
  onRemove?: () => void;
}

export function FormEnd({ add, isBusy, onRemove }: FormEndProps) {
  return (
    <span className="dash-row-actions">
      <Button variant={add ? 'tertiary' : 'primary'} size="sm" type="submit" busy={isBusy}>
        {add ?? t('dashboard.common.save_changes')}
      </Button>
      {onRemove && (
        <Button variant="link" size="sm" onClick={onRemove}>
          {t('dashboard.common.remove')}
        </Button>
      )}
    </span>
  );
}
