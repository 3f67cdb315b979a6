import { getRouteApi, Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { LinkedBookingView } from '../../features/booking/components/linked-booking.tsx';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { SiteFooter, SiteHeader } from '../site-frame.tsx';

const route = getRouteApi('/booking/$token');

/** `/booking/{token}`: a booking by its signed link. */
export function BookingPage() {
  const { token } = route.useParams();
  const { consultant, copyright } = useConfig();
  const title = t('booking.pageTitle', { name: consultant.name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <div className="stage">
        <SiteHeader>
          <Button asChild>
            <Link to={paths.chat}>{t('site.chatWith', { name: consultant.first_name })}</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-10 pb-20 outline-none sm:px-8">
        <h1 className="mb-6 text-3xl sm:text-4xl">{title}</h1>
        <LinkedBookingView token={token} />
      </main>
      <SiteFooter holder={copyright.company} />
    </>
  );
}
