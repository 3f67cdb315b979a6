import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

const OUT = '/tmp/director-dev/shots';
mkdirSync(OUT, { recursive: true });

describe('shots', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ RATE_LIMIT_SCALE: '100' }, { as: 'admin' });
  });
  afterAll(() => stage.close());

  const shoot = async (path: string, name: string, ready: (page: Page) => Promise<unknown>) => {
    for (const [size, viewport] of [
      ['phone', PHONE],
      ['wide', WIDE],
    ] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, problems, close } = await stage.visit(path, { viewport, colorScheme });
        await ready(page);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${OUT}/${name}-${size}-${colorScheme}.png`, fullPage: true });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) console.log(name, size, 'too wide', width);
        if (problems.length > 0) console.log(name, problems);
        await close();
      }
    }
  };

  it('takes them', async () => {
    const { app } = stage;
    const show = await app.session();
    const lines = [
      'Hi, I am Ana Costa, and our office has a plant that nobody waters.',
      'haha yes, that is so true',
      'But what about meetings? We have eleven each week and a very long board with all of them',
      'haha brilliant',
      'tell me a joke about founders',
    ];
    for (const user_message of lines) await app.call('agent_reply', { ...show, user_message, is_performer_mode: true });
    const { shows } = app.parts;
    const id = show.session_id;
    await shoot('/admin/shows', 'list', (page) => page.getByText('On air').first().waitFor());
    await shows.command(id, {
      by: 'director',
      message: { type: 'hint', data: { text: 'Ask what the plant is called.' } },
    });
    await shows.command(id, { by: 'performer', message: { type: 'moment-registered', data: {} } });
    await shoot(`/admin/show/${id}`, 'director', (page) =>
      page.getByText('Best first').or(page.getByText('Rundown')).first().waitFor(),
    );
    await shows.command(id, { by: 'performer', message: { type: 'podcast-stopped', data: {} } });
    await app.call('agent_reply', {
      ...show,
      user_message: '',
      context: { is_followup: true },
      is_performer_mode: true,
    });
    await shoot(`/admin/show/${id}`, 'episode', (page) => page.getByText('Best moments').first().waitFor());
    await app.call('rate_episode', { ...show, rating: 5, publish: true });
    const patch = await fetch(`${app.url}/api/admin/shows/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...(await auth()) },
      body: JSON.stringify({ published: true }),
    });
    const { slug } = (await patch.json()) as { slug: string };
    await shoot(`/episode/${slug}`, 'public', (page) => page.getByText('Best moments').first().waitFor());
    await shoot('/episode/nothing-is-there-now', 'gone', (page) => page.getByText('No episode here').first().waitFor());
    await shoot('/admin/shows', 'list-past', (page) => page.getByText('Published').first().waitFor());
  }, 240_000);

  async function auth(): Promise<Record<string, string>> {
    const response = await fetch(`${stage.app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: stage.email,
        password: (await import('../server/testing/owners.ts')).TEST_PASSWORD,
      }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  }
});
