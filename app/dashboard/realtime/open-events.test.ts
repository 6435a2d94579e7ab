import { expect, it } from 'vitest';
import { createEventParser } from './open-events.ts';

it('reads events from text that arrives in any chunks, and leaves comments out', () => {
  const text =
    'retry: 3000\n\nevent: state\ndata: {"a":1}\n\n: still here\n\nevent: levels\ndata: {"b":2}\n\n';
  for (const size of [1, 7, text.length]) {
    const events: string[] = [];
    const parse = createEventParser((name, data) => events.push(`${name} ${data}`));
    for (let at = 0; at < text.length; at += size) parse(text.slice(at, at + size));
    expect(events).toEqual(['state {"a":1}', 'levels {"b":2}']);
  }
});
