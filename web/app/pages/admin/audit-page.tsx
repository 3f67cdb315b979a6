import { AuditPanel } from '../../../features/accounts-admin/components/audit-panel.tsx';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { settingsChangeWords } from '../../../features/settings/sections.ts';
import { t } from '../../../platform/texts.ts';

/** The audit log. */
export function AuditPage() {
  return (
    <Guard required="owner">
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-8 outline-none sm:px-8">
        <h1 className="mb-4 text-3xl">{t('admin.auditLog')}</h1>
        <AuditPanel calls={useAdminClient()} settingsWords={settingsChangeWords} />
      </main>
    </Guard>
  );
}
