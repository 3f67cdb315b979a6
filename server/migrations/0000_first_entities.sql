CREATE TABLE "daily_totals" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_totals_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" uuid,
	"kind" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ts" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"visitor_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"consent" boolean NOT NULL,
	"consent_version" text NOT NULL,
	"mode" text NOT NULL,
	"next_seq" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"session_id" uuid NOT NULL,
	"turn_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"model_asked" text NOT NULL,
	"model" text,
	"provider" text,
	"status" text DEFAULT 'running' NOT NULL,
	"performer" boolean DEFAULT false NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"answer" jsonb,
	"knowledge" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "turns_session_id_turn_id_pk" PRIMARY KEY("session_id","turn_id"),
	CONSTRAINT "turns_kind" CHECK ("turns"."kind" in ('message', 'greeting', 'followup')),
	CONSTRAINT "turns_status" CHECK ("turns"."status" in ('running', 'done', 'interrupted', 'partial', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "utterances" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"turn_id" uuid NOT NULL,
	"speaker" text NOT NULL,
	"text" text NOT NULL,
	"segment_index" integer DEFAULT 0 NOT NULL,
	"total_segments" integer DEFAULT 1 NOT NULL,
	"interrupted" boolean DEFAULT false NOT NULL,
	"ts" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "utterances_session_seq" UNIQUE("session_id","seq"),
	CONSTRAINT "utterances_speaker" CHECK ("utterances"."speaker" in ('visitor', 'agent'))
);
--> statement-breakpoint
CREATE TABLE "waitlist" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"name" text,
	"signup_type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_email_normalised" UNIQUE("email_normalised")
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "utterances" ADD CONSTRAINT "utterances_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_session_ts" ON "events" USING btree ("session_id","ts");--> statement-breakpoint
CREATE INDEX "sessions_visitor_id" ON "sessions" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "sessions_open_started_at" ON "sessions" USING btree ("started_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "turns_running" ON "turns" USING btree ("created_at") WHERE status = 'running';