import type { OfferSettings } from '@understudy/contract/settings';
import { NextStepBar } from '../../../features/leads/components/next-step-bar.tsx';
import type { NextStep } from '../../../features/leads/next-step.ts';
import { useConfig } from '../../../platform/config.ts';
import '../../../features/leads/leads.css';

/** A static offer. */
const SHOWN: NextStep = {
  store: { get: () => 'offered', subscribe: () => () => {} },
  consider: () => {},
  choose: () => {},
  dismiss: () => {},
  settle: () => {},
  bringBack: () => {},
};

/** The chat's own offer bar with other texts, so that the preview looks exactly as visitors see it. */
export function OffersPreview({ offers }: { offers: OfferSettings }) {
  const { name, first_name } = useConfig().consultant;
  const filled = (text: string) => text.replaceAll('{first_name}', first_name).replaceAll('{name}', name);
  const words: OfferSettings = {
    invitation: filled(offers.invitation),
    book_call: filled(offers.book_call),
    leave_email: filled(offers.leave_email),
    get_summary: filled(offers.get_summary),
  };
  return (
    <NextStepBar nextStep={SHOWN} words={words} isKept reachedAt={null} isInvited call={null} onChoose={() => {}} />
  );
}
