// Writes a small file in MaxMind's MMDB format: countries of IPv4 networks, in a tree of 24-bit records.

type Node = [left: Node | string | null, right: Node | string | null];

export function writeMmdb(countries: Record<string, string>): Buffer {
  const root: Node = [null, null];
  for (const [network, country] of Object.entries(countries)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = root;
    for (const [index, bit] of [...bits].entries()) {
      const side = bit === '1' ? 1 : 0;
      if (index === bits.length - 1) {
        node[side] = country;
        break;
      }
      const next: Node = (node[side] as Node | null) ?? [null, null];
      node[side] = next;
      node = next;
    }
  }
  const nodes: Node[] = [];
  const number = new Map<Node, number>();
  const collect = (node: Node) => {
    number.set(node, nodes.push(node) - 1);
    for (const side of node) if (Array.isArray(side)) collect(side);
  };
  collect(root);
  const data: Buffer[] = [];
  const places = new Map<string, number>();
  for (const country of new Set(Object.values(countries))) {
    places.set(country, Buffer.concat(data).length);
    data.push(map({ country: map({ iso_code: text(country) }) }));
  }
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries())
    for (const [side, value] of node.entries()) {
      const record = Array.isArray(value)
        ? number.get(value)
        : nodes.length + (value === null ? 0 : 16 + (places.get(value) ?? 0));
      tree.writeUIntBE(record ?? 0, index * 6 + side * 3, 3);
    }
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    map({
      binary_format_major_version: whole(2),
      binary_format_minor_version: whole(0),
      build_epoch: whole(Date.UTC(2026, 9, 1) / 1000),
      database_type: text('Test-Country'),
      ip_version: whole(4),
      node_count: whole(nodes.length),
      record_size: whole(24),
    }),
  ]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([(2 << 5) | Buffer.byteLength(value)]), Buffer.from(value)]);
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = (6 << 5) | 4;
  bytes.writeUInt32BE(value, 1);
  return bytes;
}

function map(entries: Record<string, Buffer>): Buffer {
  const pairs = Object.entries(entries);
  return Buffer.concat([
    Buffer.from([(7 << 5) | pairs.length]),
    ...pairs.flatMap(([key, value]) => [text(key), value]),
  ]);
}
