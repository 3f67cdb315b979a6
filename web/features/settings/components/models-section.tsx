import { Checkbox } from '../../../ui/field.tsx';
import { fieldId } from '../drafts/use-group.ts';
import { GroupSection } from './group-section.tsx';

/** Whether visitors may ask the language models beside the conversation. */
export function ModelsSection() {
  return (
    <GroupSection
      group="models"
      introduction="The chat needs nothing set here. Programs can also ask a model directly, with the call {provider}_chat; people in the role admin always can, with their access token."
    >
      {({ form, set }) => {
        const id = fieldId('models', 'session_chat');
        return (
          <label htmlFor={id} className="flex min-h-11 items-start gap-3">
            <Checkbox
              id={id}
              className="mt-0.5"
              aria-describedby={`${id}-about`}
              checked={form.session_chat}
              onChange={({ target }) => set({ ...form, session_chat: target.checked })}
            />
            <span>
              Let visitors' pages call it too
              <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
                For a page of your own that asks the twin in the background. Each call is paid with your key. It is
                answered by the twin, with the limits of a message and within the token budgets; nothing of it is kept
                in the transcript.
              </span>
            </span>
          </label>
        );
      }}
    </GroupSection>
  );
}
