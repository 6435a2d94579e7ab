// The views of a list as words in one row: the ones every studio has, then the person's own.

import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { filterOf } from './list-query.ts';
import { MAX_NAME_LENGTH, useListSettings, withoutView, withView } from './list-settings.ts';

export interface ListedView {
  label: string;
  /** The filter as a query string; empty for the list as it opens. */
  filter: string;
  /** How many rows it has, where that asks for work. */
  count?: number;
}

export function Views({ list, views }: { list: string; views: readonly ListedView[] }) {
  const [query] = useSearchParams();
  const [settings, save] = useListSettings(list);
  const [isNaming, setNaming] = useState(false);
  const current = filterOf(query);
  const own = settings.views.find(({ filter }) => filter === current);
  // The list as it opens needs no name.
  const isKnown =
    current === '' || own !== undefined || views.some(({ filter }) => filterOf(filter) === current);
  const saveView = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (!name) return;
    save(withView(settings, { name, filter: current }));
    setNaming(false);
    toastSuccess(t('dashboard.list.view_saved', { name }));
  };
  const all = [...views, ...settings.views.map(({ name, filter }): ListedView => ({ label: name, filter }))];
  if (all.length < 2 && isKnown) return null;
  return (
    <div className="list-views">
      <nav aria-label={t('dashboard.list.views')}>
        <ul>
          {all.map(({ label, filter, count }) => (
            <li key={label}>
              <Link
                to={{ search: filter }}
                preventScrollReset
                aria-current={filterOf(filter) === current ? 'true' : undefined}
              >
                {label}
                {count !== undefined && count > 0 && <span className="list-view-count">{count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {own && (
        <LinkButton onClick={() => save(withoutView(settings, own.name))}>
          {t('dashboard.list.delete_view')}
        </LinkButton>
      )}
      {!isKnown && !isNaming && (
        <LinkButton onClick={() => setNaming(true)}>{t('dashboard.list.save_view')}</LinkButton>
      )}
      {!isKnown && isNaming && (
        <form className="list-view-form" onSubmit={saveView}>
          <Input
            name="name"
            aria-label={t('dashboard.list.view_name')}
            placeholder={t('dashboard.list.view_name')}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            required
            autoFocus
            onKeyDown={(event) => {
              if (event.key === 'Escape') setNaming(false);
            }}
          />
          <Button variant="tertiary" size="sm" type="submit">
            {t('dashboard.list.save_view')}
          </Button>
        </form>
      )}
    </div>
  );
}
