import type { Plugin } from 'vite';
import { voiceModel } from './voice-model.ts';

const ID = 'virtual:voice-model';
const DEVELOPMENT_URL = '/voice-activity.bin';

/** Serves the voice activity model and exports its URL as `virtual:voice-model`. */
export function serveVoiceModel(): Plugin {
  let building = false;
  return {
    name: 'understudy:serve-voice-model',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      if (!building) return `export default ${JSON.stringify(DEVELOPMENT_URL)};`;
      const file = this.emitFile({ type: 'asset', name: 'voice-activity.bin', source: voiceModel() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer(server) {
      const file = Buffer.from(voiceModel());
      server.middlewares.use(DEVELOPMENT_URL, (_, response) => {
        response.setHeader('content-type', 'application/octet-stream');
        response.end(file);
      });
    },
  };
}
