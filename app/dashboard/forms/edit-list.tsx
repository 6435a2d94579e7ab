// A list in which one item at a time is open for editing.

import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { ColumnsPage, Panel } from '../layout/page.tsx';

interface EditListProps<Item> {
  items: readonly Item[];
  idOf(item: Item): string;
  nameOf(item: Item): string;
  /** Shown instead of the name. */
  label?(item: Item): ReactNode;
  /** Lines below the name. */
  about(item: Item): ReactNode;
  isPast?(item: Item): boolean;
  /** Links and buttons before and after “Edit”. */
  before?(item: Item, index: number): ReactNode;
  after?(item: Item): ReactNode;
  /** The form of the open item; `done` closes it. */
  form(item: Item, done: () => void): ReactNode;
}

export function EditList<Item>(props: EditListProps<Item>) {
  const { items, idOf, nameOf, label = nameOf, about, isPast, before, after, form } = props;
  const { revalidate } = useRevalidator();
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
              <b>{label(item)}</b>
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
                // First: the form never opens again with what was before.
                await revalidate();
                setOpenId(null);
              })}
          </li>
        );
      })}
    </ul>
  );
}

interface EditListPageProps<Item> extends EditListProps<Item> {
  title: string;
  lead: string;
  addTitle: string;
  /** The form of a new item; `done` reads the items anew. */
  addForm(done: () => Promise<void>): ReactNode;
}

/** A page of such a list, with a form beside it that adds an item. */
export function EditListPage<Item>({ title, lead, addTitle, addForm, ...list }: EditListPageProps<Item>) {
  const { revalidate } = useRevalidator();
  return (
    <ColumnsPage title={title} lead={lead}>
      <EditList {...list} />
      <Panel title={addTitle}>{addForm(revalidate)}</Panel>
    </ColumnsPage>
  );
}
