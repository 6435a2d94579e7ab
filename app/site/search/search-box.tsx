// The search field with suggestions. Arrow keys select one, Enter opens it or the search page. Without scripts it is a
// form for the search page.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { SearchResult } from '#contracts/lists.ts';
import { kindLabel } from './search-results.ts';

const PAUSE_MS = 150;

interface SearchBoxProps {
  question?: string;
  autoFocus?: boolean;
  /** Escape, when there are no suggestions to close. */
  onLeave?: () => void;
}

export default function SearchBox({ question = '', autoFocus = false, onLeave }: SearchBoxProps) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(question);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const results = useSuggestions(isOpen ? query : '');
  const isShown = isOpen && results.length > 0;
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  /** Ignored if the user came back and typed within the pause. */
  const closeUnlessBack = () => {
    if (document.activeElement !== input.current) close();
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isShown) close();
      else onLeave?.();
    } else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // After the last suggestion, and before the first, comes the field itself.
      setActive((now) =>
        now + step >= results.length ? -1 : now + step < -1 ? results.length - 1 : now + step,
      );
    } else if (event.key === 'Enter' && isShown && results[active]) {
      event.preventDefault();
      close();
      void navigate(results[active].path);
    }
  };

  return (
    <Form action="/search" className="search-box" role="search" onSubmit={close}>
      <label className="sr-only" htmlFor={id}>
        {t('site.search.search_the_studio')}
      </label>
      <input
        ref={input}
        id={id}
        className="control"
        type="search"
        name="q"
        value={query}
        maxLength={200}
        autoComplete="off"
        placeholder={t('site.search.class_person_or_word')}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && results[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        onChange={(event) => {
          setQuery(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={walk}
        onBlur={() => setTimeout(closeUnlessBack, PAUSE_MS)}
      />
      <Button variant="primary" type="submit">
        {t('site.search.search')}
      </Button>
      <div
        id={`${id}-list`}
        className="search-suggestions"
        role="listbox"
        aria-label={t('site.search.suggestions')}
        hidden={!isShown}
      >
        {results.map((result, index) => (
          <div
            key={result.path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault();
              close();
              void navigate(result.path);
            }}
          >
            <b>{result.title}</b>
            <small>{kindLabel(result.kind)}</small>
          </div>
        ))}
      </div>
    </Form>
  );
}

function useSuggestions(query: string): SearchResult[] {
  const [results, setResults] = useState<SearchResult[]>([]);
  useEffect(() => {
    if (query.trim().length < 2) {
      setResults([]);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(localPath(`/search/suggest?q=${encodeURIComponent(query)}`), {
          signal: controller.signal,
        });
        if (response.ok) setResults(await response.json());
      } catch {
        // Suggestions are optional: without a network the form still opens the search page.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);
  return results;
}
