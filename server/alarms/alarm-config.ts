// The variables of alarms. Part of config.ts.

import {
  ConfigError,
  type Environment,
  readList,
  readSwitch,
  readTogether,
  readUrl,
  rejectSecret,
  rejectValue,
} from '../environment-reader.ts';
import { networkKindOf } from '../health/network-kind.ts';

const ALARM_NAMES = ['radio', 'jobs', 'disk', 'backup', 'off-site', 'certificate', 'mail'] as const;
type AlarmName = (typeof ALARM_NAMES)[number];

export interface AlarmWebhookConfig {
  readonly url: string;
  /** The key itself, not its spelling. */
  readonly secret: string;
  /** Whether it may be in a private network. */
  readonly allowsPrivate: boolean;
}

export interface AlarmConfig {
  /** Which checks raise an alarm; none: alarms are off. */
  readonly names: readonly AlarmName[];
  /** Recipients of the emails; 'owners' by default, none where emails are off. */
  readonly emails: 'owners' | readonly string[];
  readonly webhook: AlarmWebhookConfig | undefined;
}

const ADDRESS = /^[^\s,;<>"@]+@[^\s,;<>"@]+$/;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

export function readAlarms(env: Environment): AlarmConfig {
  return { names: readNames(env), emails: readEmails(env), webhook: readWebhook(env) };
}

function readNames(env: Environment): AlarmName[] {
  const given = readList(env, 'ALARMS');
  if (given.length === 0 || (given.length === 1 && given[0] === 'on')) return [...ALARM_NAMES];
  if (given.length === 1 && given[0] === 'off') return [];
  const names = given.filter(isAlarmName);
  const bad = given.find((name) => !isAlarmName(name));
  if (bad !== undefined) rejectValue('ALARMS', bad, `on, off, or some of ${ALARM_NAMES.join(', ')}`);
  return names;
}

function isAlarmName(name: string): name is AlarmName {
  return (ALARM_NAMES as readonly string[]).includes(name);
}

function readEmails(env: Environment): AlarmConfig['emails'] {
  const given = readList(env, 'ALARM_EMAIL');
  if (given.length === 0) return 'owners';
  if (given.length === 1 && given[0] === 'off') return [];
  const bad = given.find((address) => !ADDRESS.test(address));
  if (bad !== undefined) rejectValue('ALARM_EMAIL', bad, 'off, or email addresses separated by commas');
  return given;
}

function readWebhook(env: Environment): AlarmWebhookConfig | undefined {
  const allowsPrivate = readSwitch(env, 'ALARM_WEBHOOK_PRIVATE', false);
  const values = readTogether(env, ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET']);
  const url = readUrl(env, 'ALARM_WEBHOOK_URL', ['https', 'http']);
  if (!values || url === undefined) {
    if (allowsPrivate) throw new ConfigError('ALARM_WEBHOOK_PRIVATE is set but ALARM_WEBHOOK_URL is not.');
    return undefined;
  }
  if (!allowsPrivate && networkKindOf(new URL(url).hostname) !== 'public')
    rejectValue('ALARM_WEBHOOK_URL', url, 'a public address, or set ALARM_WEBHOOK_PRIVATE=on');
  const secret = SECRET.exec(values.ALARM_WEBHOOK_SECRET)?.[1];
  if (secret === undefined)
    rejectSecret(
      'ALARM_WEBHOOK_SECRET',
      'whsec_ and 24 to 64 bytes in base64: whsec_$(openssl rand -base64 32)',
    );
  return { url, secret, allowsPrivate };
}
