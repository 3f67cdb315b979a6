CREATE TABLE "booking_talks" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"session_id" uuid,
	"visitor_id" uuid NOT NULL,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"place" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"blocked_from" timestamp with time zone NOT NULL,
	"blocked_to" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"note" text,
	"consent_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"written_sequence" integer,
	"write_problem" text,
	CONSTRAINT "bookings_ends_later" CHECK (ends_at > starts_at AND blocked_from <= starts_at AND blocked_to >= ends_at)
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"source_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"only_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"kind" text NOT NULL,
	"named" text,
	"label" text NOT NULL,
	"sealed" "bytea",
	"writes" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"ok_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "calendar_sources_named" UNIQUE("named")
);
--> statement-breakpoint
ALTER TABLE "booking_talks" ADD CONSTRAINT "booking_talks_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_consent_hash_consent_texts_hash_fk" FOREIGN KEY ("consent_hash") REFERENCES "public"."consent_texts"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_source_id_calendar_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."calendar_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_starts_at" ON "bookings" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_visitor_id" ON "bookings" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "bookings_session_id" ON "bookings" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "busy_times_source" ON "busy_times" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "busy_times_ends_at" ON "busy_times" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_do_not_overlap" EXCLUDE USING gist (tstzrange("blocked_from", "blocked_to") WITH &&) WHERE ("status" = 'confirmed');
