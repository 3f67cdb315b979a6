import { LEAD_STATUSES, type LeadStatus, type SessionDetail } from '@understudy/contract/admin';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Label, Select } from '../../../../ui/field.tsx';
import { useAdminClient } from '../../api/admin-provider.tsx';
import { useLeadStatus } from '../../api/changes.ts';
import { useOptimisticValue } from '../../api/use-optimistic-value.ts';
import { STATUS_WORDS } from '../../words/session-words.ts';

/** The lead's outcome; saved on change. */
export function StatusSelect({ session }: { session: SessionDetail['session'] }) {
  const { isReadOnly } = useAdminClient();
  const change = useLeadStatus(session.id);
  const [shown, wish] = useOptimisticValue(session.status, change);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Label htmlFor="lead-status" className="text-muted-foreground">
        Lead status
      </Label>
      <Select
        id="lead-status"
        className="status-select max-w-32"
        value={shown}
        disabled={isReadOnly}
        aria-describedby={change.error ? 'lead-status-failure' : undefined}
        onChange={({ target }) => {
          const status = target.value as LeadStatus;
          wish(status);
          change.mutate({ visitorId: session.visitor_id, status });
        }}
      >
        {LEAD_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_WORDS[status]}
          </option>
        ))}
      </Select>
      {change.error ? (
        <p id="lead-status-failure" role="alert" className="w-full text-destructive-text text-sm">
          Not changed: {sentenceOf(change.error)}
        </p>
      ) : null}
    </div>
  );
}
