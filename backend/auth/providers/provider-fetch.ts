// Requests to providers: limited in time and size, with one kind of error for every failure.
import { errors } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/fields.ts';
import type { ExchangeRequest, ProviderTokens } from './provider.ts';

const timeoutMs = 8_000;
const answerLimitBytes = 1_048_576;

export async function fetchJson(url: string, init: RequestInit = {}): Promise<JsonValue> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'onda', ...init.headers },
    });
    text = await response.text();
  } catch (error) {
    throw unreachable(url, error);
  }
  if (!response.ok || text.length > answerLimitBytes) {
    throw unreachable(url, new Error(`answered ${response.status}`));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreachable(url, error);
  }
}

export async function fetchObject(url: string, init?: RequestInit): Promise<JsonObject> {
  const value = await fetchJson(url, init);
  if (!isJsonObject(value)) throw errors.badOAuthCallback('The provider answered in an unexpected form');
  return value;
}

export async function exchangeCode(
  tokenUrl: string,
  client: { id: string; secret: string },
  request: ExchangeRequest,
): Promise<ProviderTokens> {
  const answer = await fetchObject(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      client_secret: client.secret,
      code: request.code,
      redirect_uri: request.redirectUri,
      code_verifier: request.codeVerifier,
    }),
  });
  if (typeof answer.access_token !== 'string') {
    throw errors.badOAuthCallback('Unable to exchange external code');
  }
  return {
    accessToken: answer.access_token,
    ...(typeof answer.refresh_token === 'string' && { refreshToken: answer.refresh_token }),
    ...(typeof answer.id_token === 'string' && { idToken: answer.id_token }),
  };
}

function unreachable(url: string, cause: unknown): Error {
  const error = errors.badOAuthCallback(`Error getting an answer from ${new URL(url).host}`);
  error.cause = cause;
  return error;
}
