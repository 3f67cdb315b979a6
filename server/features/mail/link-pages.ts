import { randomBytes } from 'node:crypto';
import { brandRule } from '@understudy/contract/brand';
import { acceptedTags, type Language, languageFor } from '@understudy/contract/languages';
import type { MailTemplate } from '@understudy/contract/mail';
import { mailPreviewQuery } from '@understudy/contract/settings-calls';
import type { Twin } from '@understudy/contract/twin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { addressKey } from '../../platform/limits/rate-limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { momentWords } from '../../platform/text/moment-words.ts';
import { escapeHtml } from '../../platform/text/wording.ts';
import type { Mail } from './mail.ts';
import { ITEM_PATH, type MailLink, openLink, UNSUBSCRIBE_PATH } from './mail-links.ts';
import { isOfTeam } from './reminder-store.ts';
import type { AnswerOutcome, Reminders } from './reminders.ts';
import { fixedWordsIn } from './texts/fixed-words-in.ts';
import { type MailTexts, mailTexts } from './texts/mail-texts.ts';

/** What the pages behind the links of mails need. */
interface LinkPageDeps {
  pool: Pool;
  sealer: Sealer;
  limits: Pick<Limits, 'take'>;
  mail: Pick<Mail, 'unsubscribe' | 'preview'>;
  reminders: Pick<Reminders, 'read' | 'answer'>;
  settings: OwnerSettings;
  twin(): Twin;
  /** What else unsubscribing from a template does, in the same transaction, such as leaving the waitlist. */
  onUnsubscribe: Partial<Record<MailTemplate, (db: Queries, address: string) => Promise<void>>>;
  now(): Date;
}

/** A page: a sentence, and the buttons that answer it. */
interface LinkPage {
  status?: number;
  title: string;
  sentences: string[];
  buttons?: { name: string; value: string; label: string }[];
}

/** Largest body of an answer: a mail program's one-click request, or a button's name. In bytes. */
const BODY_MAX_BYTES = 4_096;
/** A mail as the settings show it in a frame. */
const PREVIEW_PATH = '/mail/preview';
/** Styles stand in a mail's elements, since mail programs read no other; the preview may do nothing else. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";
const ANSWERS = ['done', 'hour', 'tomorrow', 'week'] as const;

/**
 * Mounts the pages behind the links of mails. Opening a link changes nothing, since programs open links to check them;
 * only the button on the page does, and the one-click request of mail programs (RFC 8058).
 */
export async function mountLinkPages(app: FastifyInstance, deps: LinkPageDeps): Promise<void> {
  await app.register(async (http) => {
    // A form's body, of which only the button's name is read. JSON is no form.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const page = async (
      request: FastifyRequest,
      reply: FastifyReply,
      kind: MailLink['kind'],
      answer: (link: never, words: MailTexts) => Promise<LinkPage>,
    ): Promise<FastifyReply> => {
      const { token } = request.query as { token?: unknown };
      const opened = typeof token === 'string' ? openLink(deps.sealer, token) : null;
      const link = opened?.kind === kind ? opened : null;
      const language = link?.language ?? languageFor(acceptedTags(request.headers['accept-language'] ?? ''));
      const words = mailTexts(language);
      const send = (shown: LinkPage) => sendPage(request, reply, shown, language, deps.twin());
      try {
        await deps.limits.take('address_pages', addressKey(request.ip));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return send({ status: error.status, title: words.page.oftenTitle, sentences: [] });
      }
      const broken = { status: 404, title: words.page.brokenTitle };
      if (!link) return send({ ...broken, sentences: [words.page.broken] });
      // Who has left the team has nothing to answer any more.
      const isOver = async (item: Extract<MailLink, { kind: 'item' }>) =>
        item.expires < deps.now().getTime() || !(await isOfTeam(deps.pool, item.address));
      if (link.kind === 'item' && (await isOver(link))) {
        return send({ ...broken, status: 410, sentences: [words.page.expired] });
      }
      return send(await answer(link as never, words));
    };

    // Only made-up data, so the address reveals nothing.
    http.get(PREVIEW_PATH, async (request, reply) => {
      await deps.limits.take('address_pages', addressKey(request.ip));
      const { template, language } = parseBody(mailPreviewQuery, request.query);
      return reply
        .headers({ 'content-security-policy': PREVIEW_POLICY, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(deps.mail.preview(template, language).html);
    });

    type Unsubscribe = Extract<MailLink, { kind: 'unsubscribe' }>;
    type Item = Extract<MailLink, { kind: 'item' }>;

    http.get(UNSUBSCRIBE_PATH, (request, reply) =>
      page(request, reply, 'unsubscribe', async ({ template }: Unsubscribe, { page: words, leaveWaitlist }) => {
        const isWaitlist = template === 'waitlist';
        return {
          title: isWaitlist ? leaveWaitlist : words.unsubscribeTitle,
          sentences: [isWaitlist ? words.leaveWaitlistText : words.unsubscribeText(words.mails[template])],
          buttons: [{ name: 'unsubscribe', value: 'yes', label: isWaitlist ? leaveWaitlist : words.unsubscribeButton }],
        };
      }),
    );
    http.post(UNSUBSCRIBE_PATH, (request, reply) =>
      page(request, reply, 'unsubscribe', async ({ address, template }: Unsubscribe, { page: words }) => {
        await inTransaction(deps.pool, async (client) => {
          await deps.mail.unsubscribe(client, address, template);
          await deps.onUnsubscribe[template]?.(client, address);
        });
        return {
          title: words.unsubscribeTitle,
          sentences: [template === 'waitlist' ? words.leftWaitlist : words.unsubscribed(words.mails[template])],
        };
      }),
    );

    http.get(ITEM_PATH, (request, reply) =>
      page(request, reply, 'item', async ({ reminder, language }: Item, words) => {
        const item = await deps.reminders.read(reminder);
        if (item?.state !== 'open') return refusalOf(item?.state ?? 'gone', words);
        const { markDone, remindHour, remindTomorrow, remindWeek, itemTitle } = words.page;
        const labels = { done: markDone, hour: remindHour, tomorrow: remindTomorrow, week: remindWeek };
        return {
          title: itemTitle,
          sentences: [fixedWordsIn(language).fixedWords(item.title)],
          buttons: ANSWERS.map((value) => ({ name: 'answer', value, label: labels[value] })),
        };
      }),
    );
    http.post(ITEM_PATH, (request, reply) =>
      page(request, reply, 'item', async ({ reminder, language }: Item, words) => {
        const chosen = new URLSearchParams(String(request.body ?? '')).get('answer');
        const answer = ANSWERS.find((one) => one === chosen);
        if (!answer) return { status: 400, title: words.page.brokenTitle, sentences: [words.page.broken] };
        const outcome = await deps.reminders.answer(reminder, answer);
        if (outcome.is === 'done') return { title: words.page.itemTitle, sentences: [words.page.isDone] };
        if (outcome.is !== 'snoozed') return refusalOf(outcome.is, words);
        const zone = deps.settings.get('hours').time_zone;
        const [locale = null] = acceptedTags(request.headers['accept-language'] ?? '');
        const when = momentWords(outcome.until, 'momentInZone', { language, locale, zone });
        return { title: words.page.itemTitle, sentences: [words.page.willRemind(when)] };
      }),
    );
  });
}

/** Why a reminder cannot be answered. */
function refusalOf(is: Exclude<AnswerOutcome['is'], 'done' | 'snoozed'>, { page: words }: MailTexts): LinkPage {
  const sentences = { gone: words.gone, done_before: words.alreadyDone, answered_before: words.alreadyAnswered };
  return { status: is === 'gone' ? 404 : 409, title: words.usedTitle, sentences: [sentences[is]] };
}

/** Styles of the page; the colors are the house's (`web/ui/tokens.css`). */
const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#f6f2ea, #17120e); --card: light-dark(#fdfaf4, #201913);
  --ink: light-dark(#2b2118, #ece4d6); --line: light-dark(#e3d9c8, #40362b); font: 16px/1.55 system-ui, sans-serif;
  --primary: light-dark(#e7a13a, #efb04d); --primary-foreground: #2a1c0b }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--page); color: var(--ink) }
main { box-sizing: border-box; width: min(32rem, 100%); padding: 2rem 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-top: 4px solid var(--primary) }
h1 { margin: 0 0 .75rem; font: 600 1.5rem/1.25 Georgia, serif; overflow-wrap: anywhere }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 }
button { font: inherit; min-height: 44px; padding: 0 1rem; border-radius: 6px; cursor: pointer; color: inherit;
  border: 1px solid var(--line); background: none }
button:first-child { border-color: transparent; font-weight: 600; background: var(--primary);
  color: var(--primary-foreground) }
button:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
small { opacity: .8 }
`;

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, title, sentences, buttons = [] }: LinkPage,
  language: Language,
  { persona }: Twin,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const brand = persona.color ? brandRule(persona.color) : '';
  const ai = mailTexts(language).aiAlone(persona.name);
  const form = buttons
    .map(({ name, value, label }) => `<button name="${name}" value="${value}">${escapeHtml(label)}</button>`)
    .join('\n');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)} · ${escapeHtml(ai)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style nonce="${nonce}">${STYLE}${brand}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
${form ? `<form method="post">\n${form}\n</form>` : ''}
<p><small>${escapeHtml(ai)}</small></p>
</main>
</body>
</html>
`;
  const { host = '' } = request.headers;
  return reply
    .code(status)
    .headers(securityHeaders({ host, nonce, secure: request.protocol === 'https' }))
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(html);
}
