/** `npm run bench` runs every benchmark, `npm run bench -- chat stream` those named. Each prints a table. */
import { benchAnalysis } from './analysis.ts';
import { benchChat } from './chat.ts';
import { benchDashboard } from './dashboard.ts';
import { benchFaults } from './faults.ts';
import { benchHear } from './hear.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchRest } from './rest.ts';
import { benchSize } from './size.ts';
import { benchSpeech } from './speech.ts';
import { benchStream } from './stream.ts';
import { benchTalk } from './talk.ts';
import { benchVoice } from './voice.ts';

const BENCHES: Record<string, () => Promise<void>> = {
  chat: benchChat,
  stream: benchStream,
  size: benchSize,
  rest: benchRest,
  talk: benchTalk,
  analysis: benchAnalysis,
  memory: benchMemory,
  page: benchPage,
  hear: benchHear,
  speech: benchSpeech,
  voice: benchVoice,
  dashboard: benchDashboard,
  faults: benchFaults,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown) {
  console.error(`There is no benchmark "${unknown}"; there are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
let failed = false;
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  try {
    await BENCHES[name]?.();
  } catch (error) {
    failed = true;
    console.error(`\n${name} failed: ${(error as Error).message}`);
  }
}
process.exit(failed ? 1 : 0);
