import type { OfferSettings } from '@understudy/contract/settings';
import { NextStepBar } from '../../../features/leads/components/next-step-bar.tsx';
import type { NextStep } from '../../../features/leads/next-step.ts';
import { useConfig } from '../../../platform/config.ts';
import '../../../features/leads/leads.css';

/** An offer that is shown and does nothing. */
const SHOWN: NextStep = {
  store: { get: () => 'offered', subscribe: () => () => {} },
  consider: () => {},
  choose: () => {},
  dismiss: () => {},
  settle: () => {},
  bringBack: () => {},
};

/** The bar of the chat with other words: the visitors' own, so that nothing looks otherwise than it does to them. */
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
