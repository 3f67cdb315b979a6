import { untilQuiet } from '../e2e/support/chat.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { figure, printTable } from './figures.ts';
import { openPage } from './voice-talk.ts';

/** Turns of half an hour of talk, at 9 s a turn, and after how many the page is measured. */
const LOOKS = [20, 80, 140, 200];

/** What the page's memory does over half an hour of spoken turns, at the speed at which they can be had. */
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
