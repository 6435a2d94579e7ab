import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { DateInput } from './date-time-input.tsx';
import { Field, FieldSet } from './field.tsx';
import { Input } from './input.tsx';
import { RadioGroup, RadioOption } from './radio-group.tsx';
import { Select } from './select.tsx';
import { Textarea } from './textarea.tsx';

function attribute(html: string, tag: string, name: string): string | undefined {
  const opening = new RegExp(`<${tag}\\b[^>]*>`).exec(html)?.[0] ?? '';
  return new RegExp(`\\s${name}="([^"]*)"`).exec(opening)?.[1];
}

describe('field', () => {
  it.each([
    ['input', <Input key="i" />],
    ['textarea', <Textarea key="t" />],
    ['input', <DateInput key="d" />],
    ['select', <Select key="s" />],
  ] as const)('labels the %s inside it', (tag, control) => {
    const html = renderToStaticMarkup(<Field label="Name">{control}</Field>);
    const id = attribute(html, tag, 'id');
    expect(id).toBeTruthy();
    expect(attribute(html, 'label', 'for')).toBe(id);
  });

  it('says which control may stay empty', () => {
    const html = renderToStaticMarkup(
      <Field label="Phone" optional>
        <Input />
      </Field>,
    );
    expect(html).toContain('<span class="field-aside">optional</span>');
    expect(attribute(html, 'input', 'required')).toBeUndefined();
  });

  it('reads the error before the hint, and marks the control invalid', () => {
    const html = renderToStaticMarkup(
      <Field label="Email" hint="We send your ticket here." error="That is no address.">
        <Input />
      </Field>,
    );
    const described = attribute(html, 'input', 'aria-describedby')?.split(' ') ?? [];
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true');
    expect(described).toHaveLength(2);
    const [errorId, hintId] = described;
    expect(html).toMatch(new RegExp(`<p[^>]*id="${errorId}"[^>]*>That is no address.`));
    expect(html).toMatch(new RegExp(`<p[^>]*id="${hintId}"[^>]*>We send your ticket here.`));
  });

  it('says nothing of errors when there are none', () => {
    const html = renderToStaticMarkup(
      <Field label="Email">
        <Input />
      </Field>,
    );
    expect(html).not.toContain('aria-invalid');
    expect(html).not.toContain('aria-describedby');
  });

  it('lets the control’s own description win', () => {
    const html = renderToStaticMarkup(
      <Field label="Email" hint="hint" required>
        <Input id="mine" required={false} aria-describedby="also" />
      </Field>,
    );
    expect(attribute(html, 'input', 'id')).toBe('mine');
    expect(attribute(html, 'input', 'aria-describedby')).toMatch(/-hint also$/);
    expect(html).not.toMatch(/\srequired/);
  });

  it('works without a field around it', () => {
    expect(renderToStaticMarkup(<Input name="q" aria-label="Search" />)).toContain('aria-label="Search"');
  });
});

describe('choices', () => {
  it('names a checkbox by its label and describes it by its hint', () => {
    const html = renderToStaticMarkup(<Checkbox label="New terms" hint="Once a season" />);
    const id = attribute(html, 'input', 'id');
    expect(attribute(html, 'label', 'for')).toBe(id);
    expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-hint`);
  });

  it('gives the radios of a group one name and checks the chosen one', () => {
    const html = renderToStaticMarkup(
      <RadioGroup legend="How would you like to pay?" name="pay" defaultValue="studio">
        <RadioOption value="card" label="Card" />
        <RadioOption value="studio" label="At the studio" aside="€24" />
      </RadioGroup>,
    );
    expect(html.match(/name="pay"/g)).toHaveLength(2);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="studio"|<input[^>]*value="studio"[^>]*checked=""/);
    expect(html).toContain('<legend');
  });

  it('rejects an option outside a group', () => {
    expect(() => renderToStaticMarkup(<RadioOption value="a" label="A" />)).toThrow('inside a RadioGroup');
  });

  it('describes a group by its error', () => {
    const html = renderToStaticMarkup(
      <FieldSet legend="Rules" error="Please agree.">
        <Checkbox label="I agree" />
      </FieldSet>,
    );
    const id = attribute(html, 'fieldset', 'aria-describedby');
    expect(html).toContain(`id="${id}"`);
    expect(html).toContain('Please agree.');
  });
});
