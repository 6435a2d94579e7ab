import { LinkButton } from '#app/ui/button.tsx';

interface RowActionProps {
  label: string;
  /** Read aloud instead of the label: it names the row as well. */
  name: string;
  onClick(): unknown;
}

/** What can be done with a row of a list. */
export function RowAction({ label, name, onClick }: RowActionProps) {
  return (
    <LinkButton aria-label={name} onClick={onClick}>
      {label}
    </LinkButton>
  );
}
