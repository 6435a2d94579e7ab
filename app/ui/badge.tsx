// A state, said as a word with weight. No pill: colour never stands without the word.
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badgeVariants = cva('badge', {
  variants: {
    tone: {
      default: '',
      quiet: 'badge-quiet',
      positive: 'badge-positive',
      danger: 'badge-danger',
      /** Now, on air: the only one with a ground. */
      live: 'badge-live',
      /** Used up: the rules stand close. */
      full: 'badge-full',
    },
  },
  defaultVariants: { tone: 'default' },
});

export type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>;

export function Badge({ tone, className, ...props }: BadgeProps) {
  return (
    <span
      data-slot="badge"
      data-tone={tone ?? 'default'}
      className={badgeVariants({ tone, className })}
      {...props}
    />
  );
}
