import { untilQuiet } from '../e2e/support/chat.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { figure, printTable } from './figures.ts';
import { openPage } from './voice-talk.ts';

/** Half an hour of conversation at 9 s per turn: the turns after which the page is measured. */
const LOOKS = [20, 80, 140, 200];

/** Growth of the page's memory over half an hour of spoken turns, played as fast as possible. */
export async function growth(): Promise<void> {
  const sounds = () => audio(hum(60));
  const { page, close } = await openPage({ says: () => 'All is well.', understands: () => '', sounds }, null);
  try {
    const devtools = await page.context().newCDPSession(page);
    const rows: string[][] = [];
    const field = page.getByRole('textbox', { name: 'Message to AI' });
    let turns = 0;
    for (const look of LOOKS) {
      for (; turns < look; turns += 1) {
        await field.fill(`Question ${turns}?`);
        await field.press('Enter');
        await page.locator('.talk-line').nth(turns).waitFor();
        await untilQuiet(page);
      }
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
      rows.push([String(look), figure(usedSize / 1e6), String(nodes), String(jsEventListeners)]);
    }
    printTable(
      'voice: the page over half an hour of spoken turns',
      ['turns', 'heap MB', 'DOM nodes', 'listeners'],
      rows,
    );
  } finally {
    await close();
  }
}
