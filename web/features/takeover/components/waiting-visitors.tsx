import type { WaitingVisitor } from '@understudy/contract/takeover';
import { Bell, BellOff, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { localStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { timeOfDay } from '../../../ui/dates.ts';
import '../live.css';

const SOUND_KEY = 'waiting-sound';

/** Visitors who wait for a person. Sound is off until switched on; notifications need the browser's permission. */
export function WaitingVisitors({
  visitors,
  link,
}: {
  visitors: readonly WaitingVisitor[];
  /** The link to a conversation. */
  link: (visitor: WaitingVisitor, words: string) => ReactNode;
}) {
  const [hasSound, setSound] = useState(() => localStore.read(SOUND_KEY) === 'on');
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  useAnnounced(visitors, hasSound, permission === 'granted');
  if (visitors.length === 0) return null;
  return (
    <section aria-label={t('live.waitingTitle')} className="live-waiting no-print">
      <div role="status">
        <ul className="grid gap-1">
          {visitors.map((visitor) => (
            <li key={visitor.session_id} className="flex flex-wrap items-center gap-x-3">
              <span aria-hidden className="live-waiting-light" />
              <span className="wrap-anywhere">
                {t('live.waits', {
                  name: visitor.contact_name ?? t('dashboard.anonymousVisitor'),
                  time: timeOfDay(visitor.since),
                })}
              </span>
              {link(visitor, t('live.join'))}
            </li>
          ))}
        </ul>
      </div>
      <p className="flex flex-wrap gap-1">
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={hasSound}
          onClick={() => {
            localStore.write(SOUND_KEY, hasSound ? null : 'on');
            setSound(!hasSound);
            if (!hasSound) chime();
          }}
        >
          {hasSound ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />} {t('live.sound')}
        </Button>
        {permission === 'default' ? (
          <Button variant="ghost" size="sm" onClick={() => void Notification.requestPermission().then(setPermission)}>
            <Bell aria-hidden /> {t('live.notifyMe')}
          </Button>
        ) : null}
        {permission === 'denied' && 'Notification' in window ? (
          <span className="inline-flex items-center gap-1 px-3 text-muted-foreground text-sm">
            <BellOff aria-hidden className="size-4" /> {t('live.notificationsBlocked')}
          </span>
        ) : null}
      </p>
    </section>
  );
}

/** Announces each visitor once, as far as the user allows it. */
function useAnnounced(visitors: readonly WaitingVisitor[], hasSound: boolean, mayNotify: boolean): void {
  const announced = useRef(new Set<string>());
  useEffect(() => {
    for (const { session_id: id, since } of visitors) {
      const key = `${id} ${since}`;
      if (announced.current.has(key)) continue;
      announced.current.add(key);
      if (hasSound) chime();
      // Whoever looks at the page sees it there.
      if (mayNotify && document.hidden) notifyOf(id);
    }
  }, [visitors, hasSound, mayNotify]);
}

function notifyOf(id: string): void {
  try {
    const notification = new Notification(t('live.waitingTitle'), { body: t('live.waitingBody'), tag: id });
    notification.onclick = () => window.focus();
  } catch {
    // Some phones allow notifications from service workers only.
  }
}

/** Two short notes, made here: no file has to be loaded. Silent where the browser does not allow sound yet. */
function chime(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.value = 0.08;
  for (const [index, frequency] of [660, 880].entries()) {
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(context.currentTime + index * 0.18);
    note.stop(context.currentTime + index * 0.18 + 0.15);
    note.onended = () => {
      if (index === 1) void context.close();
    };
  }
}
