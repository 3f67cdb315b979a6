-- A running conversation that is deleted (it ended without being kept, or was erased) is over for everybody connected to
-- its show, on every instance. Channel and words are those of `features/show/show-store.ts`.
CREATE OR REPLACE FUNCTION tell_session_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shows', OLD.id || ' ended');
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS sessions_gone_told ON "sessions";
--> statement-breakpoint
CREATE TRIGGER sessions_gone_told AFTER DELETE ON "sessions" FOR EACH ROW
WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION tell_session_gone();
