// The row of a list that is open beside it. It is part of the address (`open`), so that a page can be reloaded and sent.

import { useNavigate, useSearchParams } from 'react-router';
import { withOpenRow } from './list-query.ts';

/** Screens that have room for a list and the details of a row. */
const WIDE = '(min-width: 80rem)';

export const isWideScreen = () => matchMedia(WIDE).matches;

/** The id of the open row, and how to open another one or, with null, to close it. */
export function useOpenRow(): [string | null, (id: string | null) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const id = query.get('open');
  const open = (next: string | null) => {
    void navigate(
      // The address of this moment: the list on the screen may still be the one before it.
      { search: withOpenRow(new URLSearchParams(location.search), next) },
      // Back closes the details, however many rows were opened one after the other.
      { replace: id !== null, preventScrollReset: true },
    );
  };
  return [id, open];
}
