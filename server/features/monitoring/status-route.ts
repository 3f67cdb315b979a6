import type { StatusAnswer } from '@understudy/contract/monitoring';
import type { AdminScope } from '../accounts/index.ts';

/** Mounts `/status`: how the installation is. */
export function mountStatus({ http }: AdminScope, read: () => Promise<StatusAnswer>): void {
  http.get('/status', (): Promise<StatusAnswer> => read());
}
