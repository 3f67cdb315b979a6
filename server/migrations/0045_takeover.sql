CREATE TABLE "open_dashboards" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takeovers" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"user_id" uuid,
	"person_name" text,
	"person_role" text,
	"last_seen_at" timestamp with time zone,
	"agreed_at" timestamp with time zone,
	"agreed_from" integer,
	"declined_at" timestamp with time zone,
	"message_due" boolean DEFAULT false NOT NULL,
	"hint" text,
	"hint_outcome" text,
	"watched_until" timestamp with time zone,
	CONSTRAINT "takeovers_state" CHECK ("takeovers"."state" in ('none', 'wanted', 'asked', 'active', 'over'))
);
--> statement-breakpoint
ALTER TABLE "utterances" DROP CONSTRAINT "utterances_speaker";--> statement-breakpoint
ALTER TABLE "utterances" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "open_dashboards" ADD CONSTRAINT "open_dashboards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takeovers" ADD CONSTRAINT "takeovers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takeovers" ADD CONSTRAINT "takeovers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "takeovers_open" ON "takeovers" USING btree ("state") WHERE state in ('wanted', 'asked', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "utterances_person_line" ON "utterances" USING btree ("session_id","turn_id") WHERE speaker = 'person';--> statement-breakpoint
ALTER TABLE "utterances" ADD CONSTRAINT "utterances_speaker" CHECK ("utterances"."speaker" in ('visitor', 'agent', 'person'));