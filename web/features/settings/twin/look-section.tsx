import type { TwinTextDetail } from '@understudy/contract/settings';
import type { TwinPicture } from '@understudy/contract/twin-calls';
import { t } from '../../../platform/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { Conflict, Fetched, SaveBar } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage, useText } from '../settings-context.tsx';
import { BrandColorField } from './brand-color-field.tsx';
import { readLook, withLook } from './persona-look.ts';
import { PortraitField, usePortraitSrc } from './portrait-field.tsx';
import { useTextEdit } from './text-edit.tsx';

const PERSONA = 'persona.yaml';

/** The photo and the color of visitors' pages: two lines of the persona's text, edited as that text is. */
export default function LookSection() {
  return (
    <Card className="mb-8 p-4 sm:p-5">
      <h3 className="text-lg">{t('look.title')}</h3>
      <Fetched query={useText(PERSONA)} what="text">
        {(detail) => <Look detail={detail} />}
      </Fetched>
    </Card>
  );
}

function Look({ detail }: { detail: TwinTextDetail }) {
  const { calls, go } = useSettingsPage();
  const edit = useTextEdit(detail);
  const refusal = useRefusal('admin');
  const look = readLook(edit.text);
  const saved = readLook(detail.text)?.portrait ?? null;
  const src = usePortraitSrc(look?.portrait ?? null, saved);
  const openText = () => go({ section: 'twin', file: PERSONA });
  if (!look) {
    return (
      <p className="mt-2 text-sm">
        {t('look.mistake')} <TextButton onClick={openText}>{t('look.openText')}</TextButton>
      </p>
    );
  }
  const isHeld = edit.theirs !== null;
  const set = (change: Parameters<typeof withLook>[1]) => edit.set(withLook(edit.text, change));
  return (
    <>
      {edit.theirs ? (
        <Conflict
          by={detail.edited_by}
          at={detail.edited_at}
          theirs={edit.theirs}
          mine={edit.changes}
          onTakeTheirs={edit.discard}
          onKeepMine={edit.keep}
        />
      ) : null}
      {refusal ? <p className="mt-1 text-muted-foreground text-sm">{refusal}</p> : null}
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <PortraitField
          value={look.portrait}
          src={src}
          upload={(portrait, signal) => calls.upload<TwinPicture>('twin/pictures', {}, portrait, signal, portrait.type)}
          onChange={(portrait) => set({ portrait })}
          disabled={refusal !== null}
        />
        <BrandColorField value={look.color} onChange={(color) => set({ color })} disabled={refusal !== null} />
      </div>
      {edit.problem && edit.state.is !== 'failed' ? <FormAlert>{edit.problem.message}</FormAlert> : null}
      <SaveBar
        changes={edit.changes}
        state={edit.state.is === 'failed' && isHeld ? { is: 'idle' } : edit.state}
        isHeld={isHeld}
        onSave={() => edit.state.is !== 'saving' && void edit.save()}
        onDiscard={edit.discard}
      />
    </>
  );
}
