// Someone whose browser runs no scripts: follows links and redirects and sends forms, and knows the page that is open.
import { expect } from 'vitest';
import { all, fieldsOf, first, type HtmlElement, readHtml, spokenText } from './read-html.ts';
import type { TestSite } from './start-site.ts';

export interface PlainVisitor {
  readonly page: HtmlElement;
  /** Path and query of the page that is open. */
  readonly path: string;
  readonly status: number;
  open(path: string): Promise<void>;
  /** Follows the first link in the main part with this text. */
  follow(link: string | RegExp): Promise<void>;
  /** Fills in fields by their labels and sends the form with the button of this text. */
  send(button: string | RegExp, values?: Record<string, string>): Promise<void>;
}

const MAX_REDIRECTS = 5;

export function createPlainVisitor(site: TestSite): PlainVisitor {
  let page: HtmlElement = readHtml('');
  let path = '/';
  let status = 0;

  async function load(to: string, init?: RequestInit): Promise<void> {
    let response = await site.fetch(to, init);
    path = to;
    for (let count = 0; count < MAX_REDIRECTS && response.headers.has('location'); count += 1) {
      path = pathFrom(response.headers.get('location') ?? '');
      response = await site.fetch(path);
    }
    status = response.status;
    page = readHtml(await response.text());
  }

  function pathFrom(address: string): string {
    const { origin, pathname, search } = new URL(address, site.siteUrl + path);
    expect(origin).toBe(site.siteUrl);
    return pathname + search;
  }

  return {
    get page() {
      return page;
    },
    get path() {
      return path;
    },
    get status() {
      return status;
    },
    open: load,
    follow: (link) => load(pathFrom(withText(first(page, 'main'), 'a', link).attributes.href ?? '')),
    async send(button, values = {}) {
      const pressed = withText(first(page, 'main'), 'button', button);
      const form = all(first(page, 'main'), 'form').find(
        (one) => all(one, 'button').includes(pressed) || one.attributes.id === pressed.attributes.form,
      );
      if (!form) throw new Error(`the button ${button} belongs to no form`);
      const { method = 'get', action = path } = form.attributes;
      const fields = fieldsOf(form);
      for (const [label, value] of Object.entries(values))
        fields.set(fieldNamed(form, label).name ?? '', value);
      const { name, value = '' } = pressed.attributes;
      if (name) fields.append(name, value);
      const target = pathFrom(action);
      if (method.toLowerCase() === 'get') return load(`${target.split('?')[0]}?${fields}`);
      return load(target, {
        method: 'POST',
        body: fields,
        headers: { origin: site.siteUrl, 'sec-fetch-site': 'same-origin' },
      });
    },
  };
}

const isText = (element: HtmlElement, wanted: string | RegExp) => {
  const text = (element.attributes['aria-label'] ?? spokenText(element)).trim();
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
};
/** The first element of that name with this text. */
export function withText(within: HtmlElement, name: string, wanted: string | RegExp): HtmlElement {
  const found = all(within, name).find((element) => isText(element, wanted));
  if (!found) throw new Error(`there is no <${name}> "${wanted}"`);
  return found;
}

/** The attributes of the field with this label. */
export function fieldNamed(within: HtmlElement, label: string): Record<string, string> {
  const { attributes } = withText(within, 'label', new RegExp(`^${label}`));
  return first(within, '*', { id: attributes.for ?? '' }).attributes;
}
