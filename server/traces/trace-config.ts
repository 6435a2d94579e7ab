// The standard variables of OpenTelemetry that the program follows. Part of config.ts.
import {
  ConfigError,
  type Environment,
  readChoice,
  readList,
  readText,
  readUrl,
  rejectValue,
} from '../environment-reader.ts';

export interface TraceConfig {
  /** The whole address that takes spans. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number;
  /** Whether the sampling decision of a trusted proxy is followed. */
  readonly followsParent: boolean;
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export function readTraces(env: Environment): TraceConfig | undefined {
  const endpoint = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https']);
  const whole = readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http', 'https']);
  const url = whole ?? (endpoint && `${endpoint}/v1/traces`);
  if (url === undefined || readText(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const protocol =
    readText(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? readText(env, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/json')
    rejectValue('OTEL_EXPORTER_OTLP_PROTOCOL', protocol, 'http/json, the only supported protocol');
  const sampler = readChoice(env, 'OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const { 'service.name': named, ...resource } = readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES');
  return {
    url,
    headers: {
      ...readPairs(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
      ...readPairs(env, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
    },
    serviceName: readText(env, 'OTEL_SERVICE_NAME') ?? named ?? 'onda',
    resource,
    ratio: sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : readRatio(env),
    followsParent: sampler.startsWith('parentbased_'),
  };
}

function readRatio(env: Environment): number {
  const value = readText(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = Number(value);
  if (!(ratio >= 0 && ratio <= 1)) rejectValue('OTEL_TRACES_SAMPLER_ARG', value, 'a number from 0 to 1');
  return ratio;
}

/** name=value,name=value, with values as in addresses. */
function readPairs(env: Environment, variable: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of readList(env, variable)) {
    const at = pair.indexOf('=');
    // The pair itself may hold a secret and is not repeated.
    if (at < 1) throw new ConfigError(`${variable} must be a list of name=value, separated by commas.`);
    const value = pair.slice(at + 1).trim();
    pairs[pair.slice(0, at).trim()] = decodeValue(value);
  }
  return pairs;
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
