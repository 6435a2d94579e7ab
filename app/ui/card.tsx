// A group of content: a line above it, no box, no shadow. `tint` sets the second background colour.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const GROUNDS = { plain: '', tint: 'card-tint' };

export function Card({
  ground = 'plain',
  className,
  ...props
}: ComponentProps<'div'> & { ground?: keyof typeof GROUNDS }) {
  return <div data-slot="card" className={clsx('card', GROUNDS[ground], className)} {...props} />;
}

export function CardTitle({ className, ...props }: ComponentProps<'h3'>) {
  return <h3 data-slot="card-title" className={clsx('card-title', className)} {...props} />;
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="card-description" className={clsx('card-description', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-content" className={clsx('card-content', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-footer" className={clsx('card-footer', className)} {...props} />;
}
