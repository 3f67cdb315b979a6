import { createMemoryHistory } from '@tanstack/react-router';
import type { Profile } from '@understudy/contract/admin';
import { LANGUAGES, type Language } from '@understudy/contract/languages';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { setLanguage } from '../platform/language.ts';
import { loadTexts } from '../platform/texts.ts';
import { App, createAppRouter } from './router.tsx';

/** Pages whose first screen the build prerenders into index.html: those on which visitors and owners arrive. */
const PAINTED = [paths.landing, paths.chat, paths.admin];

/** Marks for the entries of a list; the server leaves out what marks an entry that the list does not have. */
const marks = (name: string, count: number) => Array.from({ length: count }, (_, index) => `{{${name}_${index + 1}}}`);

/** A config of placeholders, which the page's inline script replaces with the real values before the first paint. */
const MARKS: PublicConfig = {
  consultant: {
    name: '{{name}}',
    first_name: '{{first_name}}',
    title: '{{title}}',
    tagline: '{{tagline}}',
    biography: '{{biography}}',
    portrait: '{{portrait}}',
    contact_email: '{{contact_email}}',
    calendar: null,
    services: [],
  },
  copyright: { year: null, company: '' },
  modes: [],
  default_mode: 'mentor',
  models: [],
  default_model: '',
  basic_answers: false,
  speech: { transcription: { providers: [], browser: false }, voice: { provider: null, voices: [] } },
  memory: { provider: 'embedded' },
  consent: {
    version: '{{consent_version}}',
    language: 'en',
    text: '{{consent_text}}',
    // The page's script fills in the sentence in the language of the screen.
    translations: Object.fromEntries(LANGUAGES.map((language) => [language, '{{consent_text}}'])),
  },
  retention_days: { transcripts: 0, leads: 0, memories: 0, action_items: 0, notes: 0, waitlist: 0 },
  visitor_page: {
    analysis: false,
    models: true,
    voice: true,
    waitlist: true,
    dashboard_link: true,
    starters: marks('starter', 3),
  },
  offers: { book_call: '', leave_email: '', get_summary: '', invitation: '' },
  hours: null,
  books_calls: false,
  tells_others: false,
  sends_mail: false,
  limits: { message_max_code_points: 0, messages_per_minute: 0 },
  sample: true,
  proof: {
    clients: marks('client', 12),
    quotes: marks('quote', 3).map((text, index) => ({ text, by: `{{by_${index + 1}}}` })),
  },
  demo: { human: '{{demo_human}}', reply: [{ text: '{{demo_reply}}', pause_ms: 0 }] },
};

/**
 * Whom the owner's pages are prerendered for: with all that depends on who is here. What a reader lacks is taken away
 * when the page shows it (app/pages/admin/fill-shell.ts).
 */
const READER: Profile = { id: '', email: '{{email}}', role: 'owner', local: true, by_link: false };

/** Lets the owner's pages find out who is here without a server. */
function answerProfile(): void {
  const answers = { '/api/profile': Promise.resolve(READER) };
  globalThis.understudyPrefetched = { token: null, answers, here: {}, isTheirs: false };
}

// Nobody has signed in.
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });

async function paint(path: string): Promise<string> {
  answerProfile();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  // Styles of the tabs' library, for the keyboard's focus and for animations, of which a first screen has neither.
  const markup = renderToStaticMarkup(<App config={MARKS} router={router} />).replaceAll(
    / style="(?:outline:none|animation-duration:0s)"/g,
    '',
  );
  if (!markup.includes('id="content"')) throw new Error(`${path} painted no page`);
  const [, id] = />([a-z]\w*\.\w+)</.exec(markup) ?? [];
  if (id) throw new Error(`${path} shows the id of a text instead of the text: ${id}`);
  if (/\sstyle="/.test(markup)) throw new Error(`${path} has a style attribute in its first screen: use a class`);
  // Scripts and hints inserted by libraries are useless in markup that is discarded when the app starts.
  return markup.replace(/<script[\s\S]*?<\/script>|<link [^>]*>/g, '');
}

/**
 * The markup of each prerendered page in each language. The build reads it, and can load pages only while this module
 * is evaluated. Evaluation fails if a page contains a style attribute, which the content-security-policy would refuse.
 */
export const shells: { path: string; language: Language; markup: string }[] = [];
for (const language of LANGUAGES) {
  setLanguage(language);
  // Explicitly: a route loads the texts of its page only once, in the first language.
  await Promise.all([loadTexts('front'), loadTexts('chat'), loadTexts('owner')]);
  for (const path of PAINTED) shells.push({ path, language, markup: await paint(path) });
}
