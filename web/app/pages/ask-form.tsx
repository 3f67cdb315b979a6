import { useNavigate } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { keepQuestion } from '../../features/conversation/asked-question.ts';
import { AT_ONCE } from '../../features/conversation/starter-count.ts';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';

/** A field in which the visitor asks at once; the chat opens with the question and asks for the consent first. */
export function Ask() {
  const { consultant, visitor_page: shows } = useConfig();
  const navigate = useNavigate();
  const ask = (question: string) => {
    keepQuestion(question);
    void navigate({ to: paths.chat });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask(`${new FormData(event.currentTarget).get('question')}`);
      }}
      className="ask"
    >
      <label htmlFor="question" className="block font-serif text-2xl">
        {t('landing.ask', { firstName: consultant.first_name })}
      </label>
      <div className="ask-field">
        <input
          id="question"
          name="question"
          placeholder={t('landing.askExample')}
          required
          maxLength={1000}
          autoComplete="off"
          enterKeyHint="send"
        />
        <Button type="submit" variant="outline">
          {t('landing.askSend')}
        </Button>
      </div>
      <div className="ask-chips">
        {shows.starters.slice(0, AT_ONCE).map((question) => (
          <button key={question} type="button" onClick={() => ask(question)}>
            {question}
          </button>
        ))}
      </div>
    </form>
  );
}
