import { Button } from '../../../ui/button.tsx';
import { TEXT_PREFIX } from '../drafts/stored-drafts.ts';
import { SECTION_WORDS, SECTIONS } from '../sections.ts';

/** The subject of a draft: a section's name, or a file. */
const nameOf = (key: string) => {
  const section = SECTIONS.find((one) => one === key);
  return section ? SECTION_WORDS[section].name : key.slice(TEXT_PREFIX.length);
};

/** States that unsaved input from before a reload is back in its fields, with a button to discard it. */
export function RestoredDraft({
  keys,
  onKeep,
  onDiscard,
}: {
  /** Keys of the drafts. */
  keys: readonly string[];
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border bg-muted px-4 py-3"
    >
      <p className="wrap-anywhere min-w-48 flex-1 text-sm">
        Your unsaved changes were restored: {keys.map(nameOf).join(', ')}.
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" className="min-h-11" onClick={onDiscard}>
          Discard it
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </div>
  );
}
