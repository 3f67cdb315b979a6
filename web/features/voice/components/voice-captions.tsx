import { t } from '../../../platform/texts.ts';
import type { VoiceView } from '../voice-store.ts';

/** What is heard and spoken, while it is. Not announced: the conversation itself is. */
export function VoiceCaptions({ view: { caption, nods } }: { view: VoiceView }) {
  if (!caption && !nods) return null;
  const words = caption?.by === 'visitor' ? t('voice.captionOfVisitor', { words: caption.words }) : caption?.words;
  return (
    <p className="voice-caption" data-testid="caption" aria-live="off">
      {words}
      {nods ? <span className="voice-nod"> {t('voice.nods')}</span> : null}
    </p>
  );
}
