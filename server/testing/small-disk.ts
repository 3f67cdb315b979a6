import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Mounts a small in-memory file system, if this machine allows it. */
export function smallDisk(folder: string, megabytes: number): boolean {
  try {
    const options = `size=${megabytes}m,mode=711`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'understudy-test', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return true;
}
