CREATE TABLE "alarms" (
	"key" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"detail" jsonb NOT NULL,
	"bad_since" timestamp with time zone NOT NULL,
	"raised_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"good_since" timestamp with time zone,
	CONSTRAINT "alarms_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"report" jsonb NOT NULL
);
