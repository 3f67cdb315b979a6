import { ConfigError } from '../config-error.ts';

/** What is sent to an OpenTelemetry collector. The variables themselves are read by its packages. */
export interface TelemetryConfig {
  traces: boolean;
  logs: boolean;
  /** All variables of OpenTelemetry, from the environment and `.env`. */
  variables: Record<string, string>;
}

/** How traces are sampled. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * What OpenTelemetry's usual variables ask for; null for nothing.
 *
 * @throws ConfigError for what we do not have
 */
export function readTelemetry(environment: Record<string, string | undefined>): TelemetryConfig | null {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (name.startsWith('OTEL_') && value?.trim()) variables[name] = value.trim();
  }
  const goes = (signal: 'TRACES' | 'LOGS') =>
    (variables['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? variables[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]) !== undefined &&
    variables[`OTEL_${signal}_EXPORTER`] !== 'none';
  const [traces, logs] = [goes('TRACES'), goes('LOGS')];
  if (variables['OTEL_SDK_DISABLED'] === 'true' || (!traces && !logs)) return null;
  for (const [name, value] of Object.entries(variables)) {
    if (/_ENDPOINT$/.test(name) && !/^https?:\/\/[^/]/.test(value)) {
      throw new ConfigError(`${name} must be an http or https address.`);
    }
    if (/_PROTOCOL$/.test(name) && value !== 'http/json') {
      throw new ConfigError(`${name} must be http/json. Use the collector's HTTP port.`);
    }
    if (/_(SCHEDULE_DELAY|EXPORT_TIMEOUT)$/.test(name) && !/^[1-9]\d{0,8}$/.test(value)) {
      throw new ConfigError(`${name} must be a whole number of milliseconds.`);
    }
    if (name === 'OTEL_TRACES_SAMPLER_ARG' && !(Number(value) >= 0 && Number(value) <= 1)) {
      throw new ConfigError(`${name} must be a share from 0 to 1, such as 0.1 for a tenth.`);
    }
  }
  const sampler = variables['OTEL_TRACES_SAMPLER'];
  if (sampler !== undefined && !SAMPLERS.some((one) => one === sampler)) {
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}.`);
  }
  return { traces, logs, variables };
}
