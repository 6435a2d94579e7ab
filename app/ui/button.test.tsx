import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';

const variants = [
  'primary',
  'secondary',
  'tertiary',
  'text',
  'input',
  'default',
  'destructive',
  'ghost',
  'link',
] as const;
const sizes = ['default', 'sm', 'lg', 'icon'] as const;

describe('button', () => {
  it.each(variants)('has a look of its own for the variant %s', (variant) => {
    const html = renderToStaticMarkup(<Button variant={variant}>Book</Button>);
    expect(html).toContain(`data-variant="${variant}"`);
    expect(html).toContain(`btn-${variant}`);
  });

  it.each(sizes)('has the size %s', (size) => {
    expect(renderToStaticMarkup(<Button size={size}>Book</Button>)).toContain(`data-size="${size}"`);
  });

  it('does not submit a form unless its type is submit', () => {
    expect(renderToStaticMarkup(<Button>Book</Button>)).toContain('type="button"');
    expect(renderToStaticMarkup(<Button type="submit">Book</Button>)).toContain('type="submit"');
  });

  it('lends its look to a link', () => {
    const html = renderToStaticMarkup(
      <Button asChild variant="primary">
        <a href="/classes">Find a class</a>
      </Button>,
    );
    expect(html).toMatch(/^<a /);
    expect(html).toContain('href="/classes"');
    expect(html).toContain('btn-primary');
    expect(html).not.toContain('type=');
  });

  it('keeps its label and its place in the tab order while it is busy', () => {
    const html = renderToStaticMarkup(<Button busy>Pay</Button>);
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/\sdisabled/);
    expect(html).toContain('>Pay<');
  });

  it('takes the caller’s class last', () => {
    expect(renderToStaticMarkup(<Button className="mine">Book</Button>)).toMatch(/class="btn [^"]*mine"/);
  });
});
