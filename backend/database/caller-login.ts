// Opens the connections on which callers' statements run. A login that is a superuser could give its rights up for a session,
// but every function that runs text of its caller could take them back (RESET SESSION AUTHORIZATION). So the connections of
// such a login are opened as the role authenticator, with a password that is derived from the login's own. Other logins have
// nothing to give up and are used as they are.
import { createHmac } from 'node:crypto';
import { type RawRow, ServerError } from './wire/message-reader.ts';
import { openConnection, type WireConnection } from './wire/open-connection.ts';
import type { ConnectionTarget } from './wire/open-socket.ts';
import { isReadOnlyError, ReadOnlyDatabase } from './writable.ts';

/** A comment on the role: without it a password is someone else's, and stays. */
export const PASSWORD_MARK = 'its password is derived by onda';

// Failed log-in, no right to connect: the role cannot be used here. Everything else is a failure of the moment.
const DENIED = /^(28|42501)/;
// Another connection changed the role at the same moment, to the same password.
const COLLISION = 'XX000';

export function createCallerLogin(target: ConnectionTarget): () => Promise<WireConnection> {
  const password = createHmac('sha256', target.password).update('authenticator').digest('base64url');
  const authenticator = { ...target, user: 'authenticator', password };
  // Decided once for all connections that are opened at the same moment.
  let asAuthenticator: Promise<boolean> | undefined;

  async function openDirectly(): Promise<WireConnection | undefined> {
    try {
      return await openConnection(authenticator);
    } catch (error) {
      if (error instanceof ServerError && DENIED.test(error.code)) return undefined;
      throw error;
    }
  }

  async function decide(): Promise<boolean> {
    const own = await openConnection(target);
    try {
      if (!(await isPowerful(own))) return false;
      const tried = (await openDirectly()) ?? (await setPassword(own, password).then(openDirectly));
      void tried?.end();
      return tried !== undefined;
    } finally {
      void own.end();
    }
  }

  function decideOnce(): Promise<boolean> {
    asAuthenticator ??= decide().catch((error: unknown) => {
      asAuthenticator = undefined;
      throw error;
    });
    return asAuthenticator;
  }

  async function open(tries: number): Promise<WireConnection> {
    if (!(await decideOnce())) return openWithoutRights(target);
    const connection = await openDirectly();
    if (connection) return connection;
    // The password was changed meanwhile.
    asAuthenticator = undefined;
    if (tries > 0) return open(tries - 1);
    throw new Error('the role authenticator cannot log in: its password is changed again and again');
  }

  return () => open(1);
}

async function openWithoutRights(target: ConnectionTarget): Promise<WireConnection> {
  const connection = await openConnection(target);
  try {
    await connection.run([giveUpRights]);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

async function isPowerful(connection: WireConnection): Promise<boolean> {
  const text = `select 1 from pg_catalog.pg_roles where rolname = session_user and rolsuper
    and exists (select from pg_catalog.pg_roles where rolname = 'authenticator')`;
  const [rows] = await connection.run([{ text, values: [], key: text }]);
  return ((rows ?? []) satisfies RawRow[]).length > 0;
}

async function setPassword(connection: WireConnection, password: string): Promise<void> {
  const text = `do $$ begin
    if exists (
      select from pg_catalog.pg_authid where rolname = 'authenticator'
        and (rolpassword is null or pg_catalog.shobj_description(oid, 'pg_authid') = '${PASSWORD_MARK}')
    ) then
      alter role authenticator login password '${password}';
      comment on role authenticator is '${PASSWORD_MARK}';
    end if;
  end $$`;
  try {
    await connection.run([{ text, values: [], key: text }]);
  } catch (error) {
    if (isReadOnlyError(error)) throw new ReadOnlyDatabase(error);
    if (!(error instanceof ServerError && error.code === COLLISION)) throw error;
  }
}

// Where the role cannot log in, this is what is left; doctor says so.
const giveUpText = `select set_config('session_authorization', 'authenticator', false)
  from pg_catalog.pg_roles
  where rolname = session_user and rolsuper
    and exists (select from pg_catalog.pg_roles where rolname = 'authenticator')`;
const giveUpRights = { text: giveUpText, values: [], key: giveUpText };
