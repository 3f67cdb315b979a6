import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { Coming } from '../../../features/dashboard/components/coming.tsx';
import { Card } from '../../../ui/card.tsx';

/** The Settings tab: what can be set today, and what is to come. */
export function SettingsTab() {
  const { role } = useSignedIn();
  const links = [
    ...(role === 'owner'
      ? [
          { to: paths.users, name: 'Users', does: 'Who may sign in, and as what' },
          { to: paths.audit, name: 'Audit log', does: 'Who did what, when, from where' },
        ]
      : []),
    { to: paths.waitlist, name: 'Waitlist', does: 'Who asked for early access' },
  ] as const;
  return (
    <div className="space-y-6">
      <Card>
        <ul className="divide-y">
          {links.map(({ to, name, does }) => (
            <li key={to} className="relative flex flex-wrap items-baseline gap-x-4 px-4 py-3 hover:bg-muted sm:px-6">
              <Link to={to} className="min-w-28 font-medium underline underline-offset-4 after:absolute after:inset-0">
                {name}
              </Link>
              <span className="text-muted-foreground">{does}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Coming title="Settings Coming Soon">
        API keys, notification thresholds and data retention will be set here. Until then they are set where the server
        is started.
      </Coming>
    </div>
  );
}
