// The filters above a list. Each acts at once and is part of the address.

import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { withFilter } from './list-query.ts';

/** Typed text waits until the person pauses. */
const PAUSE_MS = 250;

/** Changes the filter in the address and loads the list again, without leaving the field. */
function useFilter(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string>>, options?: { replace?: boolean }) => void,
] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return [
    query,
    (changes, { replace = false } = {}) =>
      void navigate({ search: withFilter(query, changes) }, { replace, preventScrollReset: true }),
  ];
}

interface SearchFilterProps {
  /** What is searched: "Find by name or email". */
  label: string;
  /** Name of the query parameter. */
  name?: string;
  maxLength?: number;
}

export function SearchFilter({ label, name = 'search', maxLength = 200 }: SearchFilterProps) {
  const [query, setFilter] = useFilter();
  const inAddress = query.get(name) ?? '';
  const [typed, setTyped] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const apply = (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (text !== inAddress) setFilter({ [name]: text }, { replace: inAddress !== '' });
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    // Another view was chosen. While someone types, the field is theirs.
    if (timer.current === undefined) setTyped((before) => (before.trim() === inAddress ? before : inAddress));
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="list-search">
      <input
        type="search"
        className="control"
        name={name}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(text.trim()), PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(typed.trim());
        }}
      />
    </search>
  );
}

interface ChoiceFilterProps {
  label: string;
  /** Name of the query parameter. */
  name: string;
  /** Label of no choice. */
  any?: string;
  choices: readonly { value: string; label: string }[];
}

export function ChoiceFilter({ label, name, any = t('dashboard.list.any'), choices }: ChoiceFilterProps) {
  const [query, setFilter] = useFilter();
  const value = query.get(name) ?? '';
  return (
    <label className="list-chip" data-state={value ? 'set' : undefined}>
      <span>{label}</span>
      <select
        name={name}
        value={choices.some((choice) => choice.value === value) ? value : ''}
        onChange={(event) => setFilter({ [name]: event.target.value })}
      >
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayFilterProps {
  label: string;
  /** Name of the query parameter. */
  name: string;
  /** The day that counts without a choice. */
  unset?: string;
}

export function DayFilter({ label, name, unset = '' }: DayFilterProps) {
  const [query, setFilter] = useFilter();
  const chosen = query.get(name) ?? '';
  const value = chosen || unset;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const day = event.target.value;
    // While a year is typed, the browser reports years such as 0002.
    if (day === '' || day >= '1900') setFilter({ [name]: day });
  };
  return (
    <label className="list-chip" data-state={chosen ? 'set' : undefined}>
      <span>{label}</span>
      <input ref={field} type="date" name={name} defaultValue={value} onChange={change} />
    </label>
  );
}
