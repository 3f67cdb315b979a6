import type { Mode, Twin } from '@understudy/contract/twin';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * The mode with that id.
 *
 * @throws AppError `unknown_mode`
 */
export function modeOf(twin: Twin, id: string): Mode {
  const mode = twin.modes.find((candidate) => candidate.id === id);
  if (mode) return mode;
  const ids = twin.modes.map((candidate) => candidate.id).join(', ');
  throw new AppError('unknown_mode', `There is no such mode; choose one of ${ids}.`);
}
