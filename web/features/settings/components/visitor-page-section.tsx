import { Checkbox } from '../../../ui/field.tsx';
import { fieldId } from '../drafts/use-group.ts';
import { GroupSection } from './group-section.tsx';

/** What visitors see besides the conversation. */
export function VisitorPageSection() {
  return (
    <GroupSection
      group="visitor_page"
      introduction="The chat works without any of this. What is switched off is not sent to visitors' browsers at all. Your dashboard always shows it."
    >
      {({ form, set }) => {
        const id = fieldId('visitor_page', 'analysis');
        return (
          <label htmlFor={id} className="flex min-h-11 items-start gap-3">
            <Checkbox
              id={id}
              className="mt-0.5"
              aria-describedby={`${id}-about`}
              checked={form.analysis}
              onChange={({ target }) => set({ ...form, analysis: target.checked })}
            />
            <span>
              Show visitors how they are read
              <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
                The card ‘Conversation Analysis’ with intent, lead score, its reasons and follow-up actions, and two
                badges in the chat's header on wide screens. Useful for a demonstration; a customer may not want to read
                what they are worth.
              </span>
            </span>
          </label>
        );
      }}
    </GroupSection>
  );
}
