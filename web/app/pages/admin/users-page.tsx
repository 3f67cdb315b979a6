import { UsersPanel } from '../../../features/accounts-admin/components/users-panel.tsx';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { t } from '../../../platform/texts.ts';

/** User management. */
export function UsersPage() {
  return (
    <Guard required="owner">
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-8 outline-none sm:px-8">
        <h1 className="mb-4 text-3xl">{t('admin.users')}</h1>
        <Users />
      </main>
    </Guard>
  );
}

function Users() {
  const { id } = useSignedIn();
  return <UsersPanel calls={useAdminClient()} ownId={id} />;
}
