import { Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { useSettingsPage, useTexts } from '../../settings-context.tsx';
import { useForm } from './form-context.ts';
import { shownText } from './row.tsx';
import { valueAt } from './yaml-edit.ts';

/** Speaks the personality's first greeting in the chosen voice. */
export function HearVoice({ voice }: { voice: string }) {
  const { calls } = useSettingsPage();
  const consultant = useTexts().data?.consultant;
  const { fields } = useForm();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOn, setOn] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const text = shownText(valueAt(fields, ['greeting', 0]))
    .replace(/\[pause:[^\]]*\]/g, ' ')
    .replaceAll('{name}', consultant?.name ?? '')
    .replaceAll('{first_name}', consultant?.first_name ?? '')
    .trim();
  const hear = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setProblem(null);
    setOn(true);
    try {
      const url = URL.createObjectURL(await calls.speak(text, voice, signal));
      const audio = new Audio(url);
      signal.addEventListener('abort', () => audio.pause());
      audio.addEventListener('ended', () => setOn(false));
      audio.addEventListener('pause', () => URL.revokeObjectURL(url));
      if (!signal.aborted) await audio.play();
    } catch (error) {
      if (signal.aborted) return;
      setProblem(sentenceOf(error));
      setOn(false);
    }
  };
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        aria-label={isOn ? t('twinForm.stopVoice') : t('twinForm.hearVoice')}
        title={isOn ? t('twinForm.stopVoice') : t('twinForm.hearVoice')}
        disabled={text === '' || !consultant}
        onClick={() => {
          stop.current?.abort();
          if (isOn) setOn(false);
          else void hear();
        }}
      >
        {isOn ? <Square aria-hidden /> : <Play aria-hidden />}
      </Button>
      {problem ? (
        <p role="alert" className="basis-full text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </>
  );
}
