import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { SiteFooter } from '../../site-footer.tsx';
import { headerLink, SiteHeader } from '../../site-header.tsx';
import { EarlyAccess } from './early-access.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { Hero } from './hero.tsx';
import { LandingNotices } from './landing-notices.tsx';
import { OwnAgent } from './own-agent.tsx';

/** `/`: the landing page (section 2). */
export function LandingPage() {
  const { name } = useConfig().consultant;
  return (
    <>
      <div className="stage">
        <SiteHeader>
          <Link to={paths.admin} className={headerLink}>
            Dashboard
          </Link>
          <Button asChild variant="outline" className="max-sm:px-3 max-sm:text-sm">
            <Link to={paths.chat}>Chat with AI {name}</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <FeatureGrid />
        <OwnAgent />
        <EarlyAccess />
      </main>
      <SiteFooter />
      <LandingNotices />
    </>
  );
}
