import path from 'node:path';
import { build } from 'vite';

/**
 * A module bundled with its imports, as text that is safe to inline in a page.
 *
 * @param root of the web app
 * @param entry path of the module below it
 * @throws Error if the text could end the script's tag or a comment around it
 */
export async function inlineScript(root: string, entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry: path.join(root, entry), formats: ['iife'], name: 'inline' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code || /<\/?script|<!--|-->/i.test(code)) throw new Error(`${entry} cannot stand in a page.`);
  return `<script nonce="__NONCE__">${code}</script>`;
}
