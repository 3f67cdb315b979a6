import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/**
 * The structured log, JSON lines on standard output. A visitor's words and secrets never go into it: call sites log ids
 * and codes, and these paths are blanked should one ever slip in.
 *
 * @param destination takes the lines in place of standard output
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
