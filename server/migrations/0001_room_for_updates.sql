-- Each turn updates its session's row. Free room on the page lets the new version stay there, so that no index is written.
ALTER TABLE "sessions" SET (fillfactor = 70);
--> statement-breakpoint
-- A turn is written once when it begins and once when it ends, with the reply.
ALTER TABLE "turns" SET (fillfactor = 85);
