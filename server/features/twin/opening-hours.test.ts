import type { PublicConfig } from '@understudy/contract/wire';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { hoursInWords } from './live-twin.ts';

const day = (n: number, from = '09:00', to = '17:00') => ({ day: n, from, to });

test.each([
  ['Monday to Friday 9:00 to 17:00', [0, 1, 2, 3, 4].map((n) => day(n))],
  [
    'Monday 9:00 to 12:00 and 13:00 to 17:00, Saturday 9:00 to midnight',
    [day(0, '09:00', '12:00'), day(0, '13:00'), day(5, '09:00', '24:00')],
  ],
  ['Tuesday 10:30 to 11:00, Thursday 9:00 to 17:00', [day(1, '10:30', '11:00'), day(3)]],
])('says "%s"', (words, open) => {
  expect(hoursInWords({ open })).toBe(words);
});

describe('a visitor who asks when the consultant can be reached', () => {
  test('is told the hours that are set, by the twin and in the page’s config', async () => {
    const app = await startTestApp();
    const reply = async () => {
      const answer = await app.call('agent_reply', { ...(await app.session()), user_message: 'When can I reach you?' });
      return answer.body.text as string;
    };
    const config = async () => (await (await fetch(`${app.url}/api/config`)).json()) as PublicConfig;
    expect(await reply()).not.toContain('Wednesday 9:00');
    expect((await config()).hours).toBeNull();
    const hours = { time_zone: 'Europe/Lisbon', open: [day(0), day(2)] };
    await app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'o@example.org')", [
      JSON.stringify(hours),
    ]);
    await app.parts.settings.refresh();
    await expect.poll(async () => (await config()).hours).toEqual(hours);
    expect(await reply()).toContain('Monday 9:00 to 17:00, Wednesday 9:00 to 17:00, in Lisbon time');
    await app.close();
  });
});
