import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Portrait } from '../../ui/portrait.tsx';

/** A reply that is being spoken, with its pause. */
export function TalkPicture() {
  return (
    <div className="picture-talk stage">
      <p className="picture-bubble">{t('landing.picAsked')}</p>
      <div className="picture-said">
        <Portrait src={useConfig().consultant.portrait} alt="" presence="speaking" className="w-14" />
        <div>
          <p>{t('landing.picSaid1')}</p>
          <p className="picture-pause">{t('landing.picPause')}</p>
          <p>{t('landing.picSaid2')}</p>
          <svg viewBox="0 0 84 24" aria-hidden="true" className="picture-wave">
            <path d="M2 10v4m8-7v10m8-14v18m8-13v8m8-11v14m8-18v22m8-16v10m8-13v16m8-11v6m8-9v12m8-15v18" />
          </svg>
        </div>
      </div>
    </div>
  );
}

/** What is kept with the visitor's consent, and a follow-up. */
export function MemoryPicture() {
  return (
    <div className="picture-notes">
      <p className="picture-switch">{t('landing.picKeep')}</p>
      {[t('landing.picFact1'), t('landing.picFact2')].map((fact) => (
        <p key={fact} className="picture-row">
          {fact}
          <u>{t('landing.picForget')}</u>
        </p>
      ))}
      <p className="picture-row picture-todo">
        {t('landing.picTodo')}
        <b>{t('landing.picHigh')}</b>
      </p>
    </div>
  );
}

/** Two visitors by score, each with the words that explain it, and a requested call. */
export function LeadPicture() {
  const leads = [
    ['82', 'hot', t('landing.picHot'), t('landing.picName1'), t('landing.picWhy1')],
    ['54', 'warm', t('landing.picWarm'), t('landing.picName2'), t('landing.picWhy2')],
  ];
  return (
    <div className="picture-desk">
      {leads.map(([score, level, tier, name, why]) => (
        <div key={score} className="picture-lead" data-tier={level}>
          <p>
            {score}
            <span>{tier}</span>
          </p>
          <p>
            <b>{name}</b>
            {why}
          </p>
        </div>
      ))}
      <p className="picture-row picture-call">{t('landing.picCall')}</p>
    </div>
  );
}
