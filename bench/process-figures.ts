import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms (USER_HZ). */
const TICK_MS = 10;

/** PIDs of a process and its descendants, itself first. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const fields = Number.isInteger(pid) ? statFields(pid) : null;
    if (!fields) continue;
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  // The list grows while it is walked.
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU time used by these processes and their ended children, in milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = statFields(pid);
    if (fields) for (const field of [11, 12, 13, 14]) ticks += Number(fields[field]);
  }
  return ticks * TICK_MS;
}

/** CPU time used by the threads of this name in a process, in milliseconds. Ended threads do not count. */
export function threadCpuMs(pid: number, name: string): number {
  let ticks = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readStat(`/proc/${pid}/task/${thread}/stat`);
    if (stat?.name === name) ticks += Number(stat.fields[11]) + Number(stat.fields[12]);
  }
  return ticks * TICK_MS;
}

/** CPU time used by the whole machine since it booted, in milliseconds. */
export function machineCpuMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 300)
    .split(/\s+/, 8)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

/** Memory of one process in MB: resident, and proportional for pages shared with others. */
export function memoryMb(pid: number): { rss: number; pss: number } {
  const figures = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(figures)?.[1] ?? 0) / 1024;
  return { rss: of('Rss'), pss: of('Pss') };
}

/** A process's command. */
export function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
}

/** The fields of /proc/PID/stat after the name, state first; null if the process has gone. */
const statFields = (pid: number): string[] | null => readStat(`/proc/${pid}/stat`)?.fields ?? null;

/** The name, which may contain spaces and brackets, and the fields after it, of a process or thread. */
function readStat(file: string): { name: string; fields: string[] } | null {
  try {
    const stat = readFileSync(file, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
  } catch {
    return null;
  }
}
