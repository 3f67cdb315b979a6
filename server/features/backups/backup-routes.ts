import type { BackupsAnswer } from '@understudy/contract/backups';
import { emptyBody } from '@understudy/contract/settings-calls';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { Backups } from './backups.ts';

/**
 * Mounts `/backups`: what there is, a new one, and a restore test. Files leave the machine by its shell alone, since
 * they hold everything, and an encrypted one the secret key too.
 */
export function mountBackups(
  { http, pool, limits, actorOf }: AdminScope,
  backups: Pick<Backups, 'start' | 'state'>,
): void {
  http.get('/backups', (): Promise<BackupsAnswer> => backups.state());

  for (const [path, task, action] of [
    ['/backups', 'backup', 'backup_asked'],
    ['/backups/test', 'test', 'restore_test_asked'],
  ] as const) {
    http.post(path, async (request): Promise<BackupsAnswer> => {
      const actor = actorOf(request);
      parseBody(emptyBody, request.body);
      await limits.take('admin_tests', actor.email);
      await backups.start(task);
      await audit(pool, actor, action);
      return { ...(await backups.state()), running: task };
    });
  }
}
