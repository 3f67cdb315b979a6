import type { TestApp } from './app.ts';

/** Lets sessions call `{provider}_chat`, as the owner does in the settings. */
export async function allowSessionChat({ pool, parts }: Pick<TestApp, 'pool' | 'parts'>): Promise<void> {
  await pool.query(
    `INSERT INTO settings (name, value, updated_by) VALUES ('models', '{"session_chat": true}', 'a test')`,
  );
  await parts.settings.refresh();
}
