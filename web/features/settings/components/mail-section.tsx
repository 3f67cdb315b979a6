import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@understudy/contract/languages';
import {
  MAIL_TEMPLATES,
  type MailConnection,
  type MailPreview,
  type MailTemplate,
  TEAM_MAILS,
  type UndeliveredMail,
} from '@understudy/contract/mail';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, Label, Select } from '../../../ui/field.tsx';
import { Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import { weekdayNames } from '../../../ui/weekdays.ts';
import { keys } from '../calls.ts';
import { mailWords } from '../mail-form.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { FieldRow, fieldId, type GroupEdit, GroupSection } from './group-section.tsx';
import { MailServerView } from './mail-server.tsx';
import { Undelivered } from './undelivered.tsx';

/** Which mails are sent, by which server, and what was not delivered. */
export function MailSection() {
  return (
    <GroupSection
      group="mail"
      introduction={t('mail.introduction')}
      beside={(_, edit) => <Server maySend={edit.refusal === null} />}
    >
      {(edit) => <Templates {...edit} />}
    </GroupSection>
  );
}

function Templates({ form, set, problems }: GroupEdit<'mail'>) {
  const [shown, setShown] = useState<MailTemplate | null>(null);
  const isTeam = (template: MailTemplate) => TEAM_MAILS.has(template);
  const list = (title: string, templates: readonly MailTemplate[]) => (
    <section className="mt-6">
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-2 divide-y">
        {templates.map((template) => {
          const id = fieldId('mail', template);
          return (
            <li key={template} className="flex flex-wrap items-center gap-x-4">
              <label htmlFor={id} className="flex min-h-11 min-w-48 flex-1 items-center gap-3 py-2">
                <Checkbox
                  id={id}
                  checked={!form.off.includes(template)}
                  onChange={({ target }) => {
                    const others = form.off.filter((one) => one !== template);
                    set({ ...form, off: target.checked ? others : [...others, template] });
                  }}
                />
                {mailWords(template)}
              </label>
              <Button
                variant="ghost"
                size="sm"
                className="min-h-11"
                aria-label={t('mail.previewOf', { mail: mailWords(template) })}
                onClick={() => setShown(template)}
              >
                {t('mail.preview')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
  return (
    <>
      <NoServer />
      <div className="grid gap-5 sm:grid-cols-2">
        <FieldRow
          group="mail"
          field="language"
          label={t('mail.language')}
          hint={t('mail.languageHint')}
          problems={problems}
        >
          {(control) => (
            <Select
              {...control}
              value={form.language}
              onChange={({ target }) => set({ ...form, language: target.value as Language })}
            >
              {LANGUAGES.map((language) => (
                <option key={language} value={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </Select>
          )}
        </FieldRow>
        <FieldRow group="mail" field="digest_day" label={t('mail.digestDay')} problems={problems}>
          {(control) => (
            <Select
              {...control}
              value={form.digest_day}
              onChange={({ target }) => set({ ...form, digest_day: Number(target.value) })}
            >
              {weekdayNames().map((day, at) => (
                <option key={day} value={at}>
                  {day}
                </option>
              ))}
            </Select>
          )}
        </FieldRow>
      </div>
      {list(t('mail.toYourTeam'), MAIL_TEMPLATES.filter(isTeam))}
      {list(
        t('mail.toVisitors'),
        MAIL_TEMPLATES.filter((template) => !isTeam(template)),
      )}
      {shown ? <Preview template={shown} usual={form.language} onClose={() => setShown(null)} /> : null}
    </>
  );
}

/** A mail with made-up data, as HTML and as text. */
function Preview({ template, usual, onClose }: { template: MailTemplate; usual: Language; onClose: () => void }) {
  const { calls } = useSettingsPage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [language, setLanguage] = useState(usual);
  const [isText, setText] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keys.mailPreview(template, language),
    queryFn: ({ signal }) => calls.get<MailPreview>('mail/preview', { template, language }, signal),
  });
  const address = `/mail/preview?template=${template}&language=${language}`;
  return (
    <Dialog
      title={mailWords(template)}
      dialog={dialog}
      onClose={onClose}
      hasCross
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <Label htmlFor="preview-language">{t('mail.previewLanguage')}</Label>
          <Select
            id="preview-language"
            className="mt-1.5"
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {LANGUAGE_NAMES[one]}
              </option>
            ))}
          </Select>
        </div>
        <Button variant="outline" aria-pressed={isText} onClick={() => setText(!isText)}>
          {t('mail.asText')}
        </Button>
      </div>
      {error ? <Failure onRetry={() => void refetch()}>{sentenceOf(error)}</Failure> : null}
      {!data && !error ? <Loading words={t('settings.loading')} /> : null}
      {data ? (
        <>
          <p className="wrap-anywhere mt-4">
            <span className="text-muted-foreground text-sm">{t('mail.subject')}</span>{' '}
            <span className="font-medium">{data.subject}</span>
          </p>
          {isText ? (
            <pre className="wrap-anywhere mt-3 whitespace-pre-wrap rounded-md border bg-muted p-4 text-sm">
              {data.text}
            </pre>
          ) : (
            <iframe
              key={address}
              src={address}
              title={t('mail.previewOf', { mail: mailWords(template) })}
              className="mt-3 h-96 w-full rounded-md border bg-card"
              sandbox=""
            />
          )}
        </>
      ) : null}
    </Dialog>
  );
}

function useMailServer() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.mail,
    queryFn: ({ signal }) => calls.get<MailConnection>('mail', {}, signal),
  });
}

/** Says that nothing is sent yet, with a way to the form that changes it. */
function NoServer() {
  const { data } = useMailServer();
  if (!data || data.server) return null;
  return (
    <p className="mb-6 rounded-md border bg-muted px-4 py-3 text-sm">
      <Text
        id="mail.noServer"
        tags={{
          link: (words) => (
            <a href="#mail-server" className="font-medium underline underline-offset-4">
              {words}
            </a>
          ),
        }}
      />
    </p>
  );
}

/** The mail server, a test, what was not delivered, and what the reader has unsubscribed from. */
function Server({ maySend }: { maySend: boolean }) {
  const { data, error, refetch } = useMailServer();
  return (
    <section aria-labelledby="mail-server" className="mt-8 border-t pt-6">
      <h3 id="mail-server" className="text-lg">
        {t('mail.server')}
      </h3>
      {error && !data ? <Failure onRetry={() => void refetch()}>{sentenceOf(error)}</Failure> : null}
      {!data && !error ? <Loading words={t('settings.loading')} /> : null}
      {data ? (
        <>
          <MailServerView connection={data} maySend={maySend} />
          <Unsubscribed templates={data.unsubscribed} />
        </>
      ) : null}
      <Undelivered<UndeliveredMail>
        path="mail/undelivered"
        queryKey={keys.undeliveredMails}
        changes={[keys.mail]}
        maySend={maySend}
        words={{
          title: t('mail.undelivered'),
          about: t('mail.undeliveredAbout'),
          failed: (reason) => t('mail.undeliveredFailed', { error: reason }),
          delivered: (who) => t('mail.deliveredTo', { who }),
          sendAgain: (who) => t('mail.sendAgainTo', { who }),
          remove: (who) => t('mail.takeOffTo', { who }),
        }}
        whoOf={({ recipient }) => recipient}
      >
        {({ template, recipient }) => t('mail.letter', { mail: mailWords(template), recipient })}
      </Undelivered>
    </section>
  );
}

/** Mails that the reader unsubscribed from by the link in one, with a way back. */
function Unsubscribed({ templates }: { templates: readonly MailTemplate[] }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const back = useMutation({
    mutationFn: (template: MailTemplate) => calls.change<MailConnection>('POST', 'mail/resubscribe', { template }),
    onSuccess: (next) => cache.setQueryData(keys.mail, next),
  });
  if (templates.length === 0) return null;
  return (
    <section className="mt-8">
      <h4 className="font-medium">{t('mail.unsubscribed')}</h4>
      <ul className="mt-2 divide-y">
        {templates.map((template) => (
          <li key={template} className="flex flex-wrap items-center gap-x-4">
            <span className="min-w-48 flex-1 py-2">{mailWords(template)}</span>
            <Button
              variant="outline"
              size="sm"
              className="min-h-11"
              aria-label={t('mail.getAgainOf', { mail: mailWords(template) })}
              aria-disabled={back.isPending}
              onClick={() => !back.isPending && back.mutate(template)}
            >
              {t('mail.getAgain')}
            </Button>
          </li>
        ))}
      </ul>
      {back.error ? <FormAlert>{sentenceOf(back.error)}</FormAlert> : null}
    </section>
  );
}
