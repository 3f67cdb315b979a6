CREATE TABLE "connected_mail" (
	"only_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"secure" boolean NOT NULL,
	"user_name" text,
	"sealed_password" "bytea",
	"sender" text NOT NULL,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"connected_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_unsubscribes" (
	"address_hash" "bytea" NOT NULL,
	"template" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_unsubscribes_address_hash_template_pk" PRIMARY KEY("address_hash","template")
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"key" text NOT NULL,
	"template" text NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"sealed_data" "bytea",
	"session_id" uuid,
	"visitor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"gave_up_at" timestamp with time zone,
	"sending_until" timestamp with time zone,
	CONSTRAINT "outgoing_mails_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"kind" text NOT NULL,
	"ref" uuid NOT NULL,
	"occasion" text NOT NULL,
	"action_item_id" uuid,
	"visitor_id" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"sealed_mail" "bytea",
	"sent_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_occasion" UNIQUE("ref","kind","occasion")
);
--> statement-breakpoint
ALTER TABLE "action_items" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_action_item_id_action_items_id_fk" FOREIGN KEY ("action_item_id") REFERENCES "public"."action_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_mails_created_at" ON "outgoing_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outgoing_mails_visitor_id" ON "outgoing_mails" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_session_id" ON "outgoing_mails" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_undelivered" ON "outgoing_mails" USING btree ("id") WHERE gave_up_at is not null;--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("due_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "reminders_action_item_id" ON "reminders" USING btree ("action_item_id");--> statement-breakpoint
CREATE INDEX "reminders_visitor_id" ON "reminders" USING btree ("visitor_id");--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_items_open_due" ON "action_items" USING btree ("due_date","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "action_items_assignee_id" ON "action_items" USING btree ("assignee_id");