ALTER TABLE "auth_sessions" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
UPDATE "auth_sessions" SET "ends_at" = CASE
	WHEN "replaced" THEN now()
	WHEN "via" = 'link' THEN "created_at" + interval '12 hours'
	ELSE "created_at" + interval '336 hours'
END;--> statement-breakpoint
ALTER TABLE "auth_sessions" ALTER COLUMN "ends_at" SET DEFAULT now() + interval '12 hours';--> statement-breakpoint
ALTER TABLE "auth_sessions" ALTER COLUMN "ends_at" SET NOT NULL;
