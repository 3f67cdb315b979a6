import path from 'node:path';
import { type KillKind, type KillReport, runKill } from '../server/testing/kill-runner.ts';
import { figure, printTable } from './figures.ts';
import { askStub, Stage } from './stage.ts';

const KILLS_EACH = 10;
const CONVERSATIONS = 50;

/**
 * Kills the server, the database and both, ten times each, under 50 running conversations (F17): nothing acknowledged
 * may be lost or duplicated. All kills hit the same data folder, which ages with them. Takes 3 minutes.
 */
export async function benchFaults(): Promise<void> {
  const stage = new Stage();
  try {
    const stub = await stage.stub({ firstWordMs: 20, wordMs: 3, words: 20 });
    const dataDir = await stage.folder();
    const journal = path.join(await stage.folder(), 'acknowledged.jsonl');
    const rows: string[][] = [];
    let failed = false;
    for (const kind of ['server', 'database', 'both'] as const) {
      const reports: KillReport[] = [];
      for (let number = 0; number < KILLS_EACH; number += 1) {
        const killAfterMs = 100 + Math.random() * 700;
        const environment = askStub(stub.url);
        reports.push(await runKill({ kind, dataDir, journal, conversations: CONVERSATIONS, killAfterMs, environment }));
      }
      rows.push(row(kind, reports));
      failed ||= reports.some((of) => of.lost.length + of.duplicates.length + of.gaps.length + of.running.length > 0);
    }
    printTable(
      `faults: SIGKILL under ${CONVERSATIONS} conversations`,
      ['killed', 'kills', 'acknowledged', 'asked again', 'lost', 'twice', 'gaps', 'left running', 'back after ms'],
      rows,
    );
    if (failed) throw new Error('words that were acknowledged are not as they were');
  } finally {
    await stage.clear();
  }
}

function row(kind: KillKind, reports: readonly KillReport[]): string[] {
  const sum = (of: (report: KillReport) => number) => String(reports.reduce((total, report) => total + of(report), 0));
  return [
    kind,
    String(reports.length),
    sum((report) => report.acknowledged),
    sum((report) => report.askedAgain),
    // Each audit covers the whole journal, so the last one covers all kills so far.
    ...(['lost', 'duplicates', 'gaps', 'running'] as const).map((finding) => sum((report) => report[finding].length)),
    figure(Math.max(...reports.map((report) => report.backAfterMs))),
  ];
}
