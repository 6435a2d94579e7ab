// GeoJSON where PostGIS is there. Its one function that matters here is stood in for by the test: a feature of a row.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`
    create table shops (id int, address text, place point);
    insert into shops values (1, '1369 Cambridge St', '(-71.1, 42.4)');
    create function extensions.st_asgeojson(shop anyelement) returns text language sql stable as $$
      select json_build_object('type', 'Feature', 'properties', row_to_json(shop))::text
    $$;
  `);
});
afterAll(() => host.close());

test('rows become a collection of features', async () => {
  const answer = await host.ask('GET /shops?select=id,address', {
    headers: { accept: 'application/geo+json' },
  });
  expect(answer.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
  expect(answer.json).toEqual({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { id: 1, address: '1369 Cambridge St' } }],
  });
});
