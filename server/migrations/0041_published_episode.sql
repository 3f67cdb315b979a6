ALTER TABLE "show_memories" ADD COLUMN "published" jsonb;
--> statement-breakpoint
-- Of what was published before, nothing was kept as it was then: it is published anew, or not at all.
UPDATE "show_memories" SET "slug" = NULL, "published_at" = NULL WHERE "slug" IS NOT NULL;
