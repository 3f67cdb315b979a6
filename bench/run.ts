/** `npm run bench` runs every benchmark, `npm run bench -- chat stream` the named ones. Each prints a table. */
import { runCommand } from '../scripts/command-line.ts';
import { benchAnalysis } from './analysis.ts';
import { benchAnswers } from './answers.ts';
import { benchChat } from './chat.ts';
import { benchDashboard } from './dashboard.ts';
import { benchErasure } from './erasure.ts';
import { benchFaults } from './faults.ts';
import { benchHear } from './hear.ts';
import { benchImports } from './imports.ts';
import { benchLeads } from './leads.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchRest } from './rest.ts';
import { benchSafety } from './safety.ts';
import { benchScheduling } from './scheduling.ts';
import { benchSetup } from './setup.ts';
import { benchShow } from './show.ts';
import { benchShowLines } from './show-lines.ts';
import { benchSize } from './size.ts';
import { benchSpeech } from './speech.ts';
import { benchStream } from './stream.ts';
import { benchTakeover } from './takeover.ts';
import { benchTalk } from './talk.ts';
import { benchTalks } from './talks.ts';
import { benchTurns } from './turns.ts';
import { benchVoice } from './voice.ts';
import { benchWidget } from './widget.ts';

const BENCHES: Record<string, () => Promise<void>> = {
  chat: benchChat,
  stream: benchStream,
  size: benchSize,
  rest: benchRest,
  talk: benchTalk,
  answers: benchAnswers,
  talks: benchTalks,
  leads: benchLeads,
  safety: benchSafety,
  analysis: benchAnalysis,
  memory: benchMemory,
  page: benchPage,
  widget: benchWidget,
  hear: benchHear,
  speech: benchSpeech,
  voice: benchVoice,
  turns: benchTurns,
  dashboard: benchDashboard,
  imports: benchImports,
  setup: benchSetup,
  show: benchShow,
  erasure: benchErasure,
  'show-lines': benchShowLines,
  scheduling: benchScheduling,
  takeover: benchTakeover,
  faults: benchFaults,
};

await runCommand(
  {
    name: 'bench',
    about: 'Runs every benchmark, or those that are named. Each prints a table. They want a quiet machine.',
    words: Object.keys(BENCHES),
    options: {},
    example: 'chat stream',
  },
  async ({ words }) => {
    let failed = false;
    for (const name of words.length > 0 ? words : Object.keys(BENCHES)) {
      try {
        await BENCHES[name]?.();
      } catch (error) {
        failed = true;
        console.error(`\n${name} failed: ${(error as Error).message}`);
      }
    }
    process.exit(failed ? 1 : 0);
  },
);
