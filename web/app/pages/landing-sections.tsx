import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { LeadPicture, MemoryPicture, TalkPicture } from './feature-pictures.tsx';

/** A link from a section to another page. */
export const furtherLink =
  'inline-flex min-h-11 items-center font-medium text-lg text-primary-text underline underline-offset-4';

/** The features named in section 1, in three groups: a picture of each, not read out, since the words say the same. */
const GROUPS = [
  ['conversation', TalkPicture, ['voice', 'flow', 'depth']],
  ['nothingLost', MemoryPicture, ['memory', 'summaries', 'items']],
  ['nextStep', LeadPicture, ['calendar', 'scoring', 'privacy']],
] as const;

/** The nine feature cards (section 2) in three groups, each beside a picture of what it is about. */
export function FeatureGrid() {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="features-title" className="text-3xl sm:text-5xl">
        {t('landing.whatItCanDo')}
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.worksToday')}</p>
      {GROUPS.map(([group, Picture, features]) => (
        <section key={group} aria-label={t(`landing.${group}`)} className="feature-group">
          <div>
            <h3 className="text-2xl text-primary-text sm:text-3xl">{t(`landing.${group}`)}</h3>
            <ul className="mt-5">
              {features.map((feature) => (
                <li key={feature} className="border-t py-4">
                  <h4 className="font-semibold text-lg">{t(`landing.${feature}`)}</h4>
                  <p className="mt-1 max-w-measure text-muted-foreground">
                    {t(`landing.${feature}Today`, { firstName })}
                  </p>
                  {feature === 'calendar' ? (
                    <p className="mt-1 text-muted-foreground text-sm">
                      <Text
                        id="landing.calendarComing"
                        tags={{ b: (words) => <span className="font-semibold text-primary-text">{words}</span> }}
                      />
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
          <div aria-hidden="true">
            <Picture />
          </div>
        </section>
      ))}
      <p className="mt-12 lg:mt-16">
        <Link to={paths.personalities} className={furtherLink}>
          {t('landing.meetThem')}
        </Link>
      </p>
    </section>
  );
}

/** What clients of the consultant say; absent if the twin's folder names none. */
export function Proof() {
  const { consultant, proof } = useConfig();
  if (proof.clients.length + proof.quotes.length === 0) return null;
  return (
    <section aria-labelledby="proof-title" className="border-b bg-card">
      <div className="proof mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-16">
        <div>
          <h2 id="proof-title" className="font-sans text-base text-muted-foreground">
            {t('landing.proof', { firstName: consultant.first_name })}
          </h2>
          <ul className="proof-clients">
            {proof.clients.map((client) => (
              <li key={client}>{client}</li>
            ))}
          </ul>
        </div>
        <div className="proof-quotes">
          {proof.quotes.map(({ text, by }) => (
            <blockquote key={text}>
              <p>{text}</p>
              <cite>{by}</cite>
            </blockquote>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The benefits of an own agent and its audiences: the four blocks and two lists of section 2. */
const BENEFITS = ['ownVoice', 'family', 'schedule', 'always'] as const;
const USES = ['parents', 'work'] as const;

/** The section 'Want Your Own AI Agent' (section 2). @param children the form, beside it */
export function OwnAgent({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="own-agent-title" className="border-t bg-card">
      <div className="own mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
        <div>
          <h2 id="own-agent-title" className="text-3xl sm:text-5xl">
            {t('landing.own')}
          </h2>
          <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.ownIntro')}</p>
          <div className="own-agent">
            {BENEFITS.map((benefit) => (
              <div key={benefit}>
                <h3>{t(`landing.${benefit}`)}</h3>
                <p>{t(`landing.${benefit}Text`)}</p>
              </div>
            ))}
            {USES.map((use) => (
              <div key={use}>
                <h3>{t(`landing.${use}`)}</h3>
                <ul>
                  {([1, 2, 3, 4] as const).map((at) => (
                    <li key={at} className="dash-item">
                      {t(`landing.${use}${at}`)}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
