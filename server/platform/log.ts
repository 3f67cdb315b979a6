import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/**
 * The structured log: JSON lines on standard output. It never contains visitors' words or secrets: call sites log ids
 * and codes, and these paths are redacted as a safeguard.
 *
 * @param destination receives the lines instead of standard output
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.session_secret',
        '*.user_message',
        '*.authorization',
        '*.email',
        'req.headers',
        'err.config',
        'err.headers',
      ],
      censor: '[hidden]',
    },
    serializers: { err: (error: Error) => ({ type: error?.name, message: error?.message, stack: error?.stack }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
