-- What was a sentence is a code now. The next attempt, within minutes, tells which.
ALTER TABLE "bookings" ALTER COLUMN "write_problem" SET DATA TYPE jsonb USING CASE WHEN "write_problem" IS NOT NULL THEN '{"code":"server_unreachable","values":{}}'::jsonb END;--> statement-breakpoint
ALTER TABLE "calendar_sources" ALTER COLUMN "problem" SET DATA TYPE jsonb USING CASE WHEN "problem" IS NOT NULL THEN '{"code":"unread","values":{}}'::jsonb END;
