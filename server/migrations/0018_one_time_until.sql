ALTER TABLE "users" ADD COLUMN "one_time_until" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "one_time_until" = "updated_at" + interval '7 days' WHERE "must_change_password" AND "password_hash" IS NOT NULL;
