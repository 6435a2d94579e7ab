// The wire to PostgreSQL: statements in one write, errors in the middle, large values, prepared statements, lost servers,
// and every way to log in (the real server asks for SCRAM; a small one of the test asks for the others).
import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openSql } from '../driver/open-sql.ts';
import { openConnection, type WireConnection } from './open-connection.ts';
import { ConnectionLost, type ConnectionTarget } from './open-socket.ts';

let database: TestDatabase;
let target: ConnectionTarget;
beforeAll(async () => {
  database = await openTestDatabase();
  const url = new URL(database.url);
  target = {
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    tls: false,
    applicationName: 'wire test',
  };
});
afterAll(() => database.drop());

const statement = (text: string, values: (string | null)[] = [], key?: string) => ({ text, values, key });
const texts = (rows: (Uint8Array | null)[][]) =>
  rows.map((row) => row.map((value) => value && Buffer.from(value).toString()));

async function withConnection(work: (connection: WireConnection) => Promise<void>): Promise<void> {
  const connection = await openConnection(target);
  try {
    await work(connection);
  } finally {
    await connection.end();
  }
}

describe('statements', () => {
  test('are cancelled on request, and the connection serves on', () =>
    withConnection(async (connection) => {
      connection.cancel();
      const sleeping = connection.run([statement('select pg_sleep(20)')]);
      setTimeout(() => connection.cancel(), 50);
      await expect(sleeping).rejects.toMatchObject({ code: '57014' });
      for (let round = 0; round < 5; round += 1) {
        const [rows] = await connection.run([statement('select pg_sleep(0.01), 1')]);
        expect(texts(rows ?? [])).toEqual([['', '1']]);
      }
    }));

  test('give their rows in order, nulls as nulls', () =>
    withConnection(async (connection) => {
      const [first, second] = await connection.run([
        statement('select 1, null, $1::text', ['é']),
        statement('select generate_series(1, 3)'),
      ]);
      expect(texts(first ?? [])).toEqual([['1', null, 'é']]);
      expect(texts(second ?? [])).toEqual([['1'], ['2'], ['3']]);
    }));

  test('of one list are one transaction: settings hold to its end and not beyond', () =>
    withConnection(async (connection) => {
      const [, seen] = await connection.run([
        statement("select set_config('my.thing', 'x', true)"),
        statement("select current_setting('my.thing', true)"),
      ]);
      expect(texts(seen ?? [])).toEqual([['x']]);
      const [after] = await connection.run([statement("select current_setting('my.thing', true)")]);
      expect(texts(after ?? [])).toEqual([['']]);
    }));

  test('an error undoes all of the list, and the next list works', () =>
    withConnection(async (connection) => {
      await connection.run([statement('create table marks (id int primary key)')]);
      const failed = connection.run([
        statement('insert into marks values (1)'),
        statement('select 1/0'),
        statement('insert into marks values (2)'),
      ]);
      await expect(failed).rejects.toMatchObject({ code: '22012', message: 'division by zero' });
      const [rows] = await connection.run([statement('select count(*) from marks')]);
      expect(texts(rows ?? [])).toEqual([['0']]);
    }));

  test('an error at the very end, when the transaction closes, is an error too', () =>
    withConnection(async (connection) => {
      await connection.run([
        statement(
          'create table late (id int, constraint late_key unique (id) deferrable initially deferred)',
        ),
      ]);
      await expect(connection.run([statement('insert into late values (1), (1)')])).rejects.toMatchObject({
        code: '23505',
      });
    }));

  test('a statement that cannot be read is an error with its detail', () =>
    withConnection(async (connection) => {
      await expect(connection.run([statement('selec 1')])).rejects.toMatchObject({ code: '42601' });
      await expect(connection.run([statement('select 1', [], 'named')])).resolves.toHaveLength(1);
    }));

  test('values of several megabytes go and come whole', () =>
    withConnection(async (connection) => {
      const big = 'äöü'.repeat(1_500_000);
      const [rows] = await connection.run([statement('select $1::text, length($1::text)', [big])]);
      const [row] = texts(rows ?? []);
      expect(row?.[1]).toBe('4500000');
      expect(row?.[0] === big).toBe(true);
    }));

  test('a thousand rows in many chunks', () =>
    withConnection(async (connection) => {
      const [rows] = await connection.run([
        statement("select i, repeat('x', i) from generate_series(1, 1000) i"),
      ]);
      expect(rows?.map((row) => row[1]?.length)).toEqual(
        Array.from({ length: 1000 }, (_, index) => index + 1),
      );
    }));

  test('a zero byte in a value is the server’s error, in a statement our own', () =>
    withConnection(async (connection) => {
      await expect(connection.run([statement('select $1::text', ['a\0b'])])).rejects.toMatchObject({
        code: '22021',
      });
      expect(() => connection.run([statement('select 1 -- \0')])).toThrow('zero byte');
      await expect(connection.run([statement('select 1')])).resolves.toHaveLength(1);
    }));
});

describe('prepared statements', () => {
  const prepared = async (connection: WireConnection) => {
    const [rows] = await connection.run([statement('select count(*) from pg_prepared_statements')]);
    return Number(texts(rows ?? [])[0]?.[0]);
  };

  test('are prepared once, and never more than the limit', () =>
    withConnection(async (connection) => {
      for (let round = 0; round < 3; round += 1)
        await connection.run([statement('select $1::int', ['1'], 'one')]);
      expect(await prepared(connection)).toBe(1);
      for (let index = 0; index < 400; index += 1)
        await connection.run([statement(`select ${index}`, [], `k${index}`)]);
      expect(await prepared(connection)).toBe(300);
    }));

  test('are few when long, and not prepared at all when very long', () =>
    withConnection(async (connection) => {
      const long = (index: number, length: number) =>
        statement(`select ${index} /* ${'x'.repeat(length)} */`, [], `long ${length} ${index}`);
      for (let index = 0; index < 60; index += 1) await connection.run([long(index, 5_000)]);
      expect(await prepared(connection)).toBeLessThanOrEqual(30);
      const before = await prepared(connection);
      const [first, second] = await connection.run([long(1, 20_000), statement('select 2', [], 'after')]);
      expect([texts(first ?? []), texts(second ?? [])]).toEqual([[['1']], [['2']]]);
      expect(await prepared(connection)).toBe(before + 1);
    }));

  test('one that follows an unprepared one and fails does not count as prepared', () =>
    withConnection(async (connection) => {
      const broken = statement('select 1 / $1::int', ['0'], 'divide');
      await expect(
        connection.run([statement('select 1'), statement('select wrong'), broken]),
      ).rejects.toMatchObject({ code: '42703' });
      await expect(connection.run([statement('select 1 / $1::int', ['1'], 'divide')])).resolves.toHaveLength(
        1,
      );
    }));

  test('one that failed to be prepared is prepared again the next time', () =>
    withConnection(async (connection) => {
      await expect(connection.run([statement('select * from not_yet', [], 'later')])).rejects.toMatchObject({
        code: '42P01',
      });
      await connection.run([statement('create table not_yet (id int)')]);
      await expect(connection.run([statement('select * from not_yet', [], 'later')])).resolves.toEqual([[]]);
    }));

  test('follow a table that changed', () =>
    withConnection(async (connection) => {
      await connection.run([statement('create table moving (a int)')]);
      const read = statement("select coalesce(json_agg(t), '[]') from (select * from moving) t", [], 'read');
      await connection.run([read]);
      await connection.run([statement('alter table moving add b text')]);
      await connection.run([statement("insert into moving values (1, 'x')")]);
      const [rows] = await connection.run([read]);
      expect(texts(rows ?? [])).toEqual([['[{"a":1,"b":"x"}]']]);
    }));
});

describe('loss', () => {
  test('a server that ends the connection is noticed, and what ran on it fails', async () => {
    const connection = await openConnection(target);
    const failed = expect(connection.run([statement('select pg_sleep(10)')])).rejects.toMatchObject({
      code: '57P01',
    });
    const admin = openSql(database.url, { max: 1 });
    await expect
      .poll(
        async () =>
          (
            await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wire test' and query like '%pg_sleep%'`
          ).length,
      )
      .toBe(1);
    await failed;
    await expect.poll(() => connection.isOpen).toBe(false);
    await expect(connection.run([statement('select 1')])).rejects.toBeInstanceOf(ConnectionLost);
    await admin.end();
  });

  test('cutting it off fails what runs', async () => {
    const connection = await openConnection(target);
    const running = connection.run([statement('select pg_sleep(10)')]);
    connection.destroy();
    await expect(running).rejects.toBeInstanceOf(ConnectionLost);
  });

  test('no server', async () => {
    await expect(openConnection({ ...target, port: 1 })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a wrong password', async () => {
    await expect(openConnection({ ...target, password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
  });

  test('encryption that the server does not offer', async () => {
    await expect(openConnection({ ...target, tls: 'require' })).rejects.toThrow('does not offer encryption');
  });
});

describe('ways to log in', () => {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };

  /** A server that asks once for a password and is then ready; resolves with what it received. */
  async function loginWith(
    question: Buffer,
  ): Promise<{ opened: Promise<WireConnection>; received: Promise<string>; close(): void }> {
    let resolveReceived: (text: string) => void = () => {};
    const received = new Promise<string>((resolve) => {
      resolveReceived = resolve;
    });
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.write(message('R', question));
        socket.once('data', (answer) => {
          resolveReceived(answer.toString('utf8', 5, answer.length - 1));
          socket.write(Buffer.concat([message('R', int(0)), message('Z', Buffer.from('I'))]));
        });
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const opened = openConnection({ ...target, port, user: 'ana', password: 'pass' });
    opened.catch(() => {});
    return {
      opened,
      received,
      close() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  test('in clear text', async () => {
    const login = await loginWith(int(3));
    expect(await login.received).toBe('pass');
    expect((await login.opened).isOpen).toBe(true);
    login.close();
  });

  test('by MD5', async () => {
    const salt = Buffer.from([1, 2, 3, 4]);
    const login = await loginWith(Buffer.concat([int(5), salt]));
    const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');
    expect(await login.received).toBe(`md5${md5(Buffer.concat([Buffer.from(md5('passana')), salt]))}`);
    await login.opened;
    login.close();
  });

  test('by a method that is not known', async () => {
    const login = await loginWith(int(7));
    await expect(login.opened).rejects.toBeInstanceOf(ConnectionLost);
    login.close();
  });

  test('a server that cannot prove that it knows the password is not trusted', async () => {
    const login = await loginWith(Buffer.concat([int(12), Buffer.from('v=AAAA')]));
    await expect(login.opened).rejects.toBeInstanceOf(ConnectionLost);
    login.close();
  });
});
