export { type ChangeRefusal, changeTexts, isUndoable, type TextChange, twinWith, undoChanges } from './change-text.ts';
export { allConsentSentences, type Consent, consentVersionFor } from './consent-version.ts';
export { editOf, holdEdits, isAddableFile, kindOf, newestEditId, PERSONA_FILE } from './edit-store.ts';
export { LiveTwin } from './live-twin.ts';
export { loadTwin, watchTwin } from './load-twin.ts';
export { finishTwinImport } from './moving/import-twin.ts';
export { completeSwap, finishRestored, isRestoring, TwinSwapError } from './moving/swap-folder.ts';
export { readTwinFolder, stageTwinFolder } from './moving/whole-folder.ts';
export { demosAsText } from './parse-demo.ts';
export { parseKnowledge, suggestAsks } from './parse-knowledge.ts';
export { parseYaml } from './parse-yaml.ts';
export { addPicture, type NewPicture, readPicture } from './pictures.ts';
export {
  DEFAULT_RETENTION,
  fillIn,
  isLonger,
  namePlaceholders,
  placeholderDays,
  type RetentionDays,
} from './placeholders.ts';
export { listTexts, presentTexts, readText } from './present-texts.ts';
export { providerChatFunctions } from './provider-chat.ts';
export {
  NOTHING_KNOWN,
  type PreviewDeps,
  type PreviewedLine,
  previewPrompt,
  previewReply,
  recall,
  writeDetached,
} from './recall.ts';
export { planRename, withPlaceholders, withValues } from './rename.ts';
export { leftOpenLines, noAnswerLines, type OnStage, onStage, readMoves } from './reply/moves.ts';
export type { Speaker } from './reply/prepare.ts';
export { createReplyGeneration, type ReplyGeneration, reportEncodingProgress } from './reply-generation.ts';
export type { EncodePassages } from './retrieval/passage-vectors.ts';
export { passagesOf } from './retrieval/passages.ts';
export { TwinFileError } from './twin-files.ts';
