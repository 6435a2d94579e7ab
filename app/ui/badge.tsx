// A state as a word with weight. Colour is never the only sign.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const TONES = {
  default: '',
  quiet: 'badge-quiet',
  positive: 'badge-positive',
  danger: 'badge-danger',
  /** On air now: the only tone with a background. */
  live: 'badge-live',
  /** No places left. */
  full: 'badge-full',
};

export type BadgeProps = ComponentProps<'span'> & { tone?: keyof typeof TONES };

export function Badge({ tone = 'default', className, ...props }: BadgeProps) {
  return (
    <span data-slot="badge" data-tone={tone} className={clsx('badge', TONES[tone], className)} {...props} />
  );
}
