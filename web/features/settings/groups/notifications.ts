import type { NotificationSettings } from '@understudy/contract/settings';
import { fromTo, type GroupForm, type Problem, readingOf, wholeNumber } from './group-form.ts';

/** As typed. */
export interface NotificationsForm {
  threshold: string;
  webhook: boolean;
}

/** The range of scores. */
export const THRESHOLD = { least: 1, most: 100 } as const;

const onOff = (on: boolean) => (on ? 'on' : 'off');

export const notificationsForm: GroupForm<NotificationSettings, NotificationsForm> = {
  toForm: ({ threshold, webhook }) => ({ threshold: String(threshold), webhook }),
  read({ threshold, webhook }) {
    const score = wholeNumber(threshold, THRESHOLD.least, THRESHOLD.most);
    const problems: Problem[] =
      score === null ? [{ field: 'threshold', message: 'Enter a whole number from 1 to 100.' }] : [];
    return readingOf(problems, () => ({ threshold: score ?? THRESHOLD.most, webhook }));
  },
  changes(before, after) {
    const changes: string[] = [];
    if (before.threshold !== after.threshold)
      changes.push(fromTo('threshold', before.threshold, after.threshold || '?'));
    if (before.webhook !== after.webhook) changes.push(`messages to the webhook ${onOff(after.webhook)}`);
    return changes;
  },
};
