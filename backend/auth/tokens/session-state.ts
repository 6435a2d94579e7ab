// Reads the state of a session as tokens show it.
import type { Fragment } from '../../database/driver/sql.ts';
import type { Db } from '../context.ts';
import type { Proof, SessionState } from './issue-session.ts';

export interface SessionColumns {
  session_id: string;
  session_aal: SessionState['aal'] | null;
  session_created_at: Date;
  session_amr: { method: string; at: string; provider: string | null }[];
  session_oauth_client_id: string | null;
  session_scopes: string | null;
}

/** Columns of the session `s`, for a query that reads it together with its user. */
export function sessionColumns(sql: Db): Fragment {
  return sql`
    s.id as session_id, s.aal as session_aal, s.created_at as session_created_at,
    s.oauth_client_id as session_oauth_client_id, s.scopes as session_scopes,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('method', c.authentication_method, 'at', c.updated_at, 'provider', c.provider)
        order by c.updated_at desc, c.created_at desc
      ) from auth.mfa_amr_claims as c where c.session_id = s.id
    ), '[]') as session_amr`;
}

export function readSessionState(row: SessionColumns): SessionState {
  const amr: Proof[] = row.session_amr.map(({ method, at, provider }) => ({
    method,
    timestamp: Math.floor(new Date(at).getTime() / 1000),
    ...(provider && { provider }),
  }));
  return {
    id: row.session_id,
    aal: row.session_aal ?? 'aal1',
    amr,
    oauthClientId: row.session_oauth_client_id,
    scopes: row.session_scopes,
  };
}
