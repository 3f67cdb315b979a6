CREATE TABLE "person_links" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"kind" text NOT NULL,
	"visitor_id" uuid NOT NULL,
	"other_id" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "person_links_two" CHECK ((kind = 'merged') = (other_id IS NOT NULL) AND other_id IS DISTINCT FROM visitor_id)
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "assigned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "person_links_visitor_id" ON "person_links" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "person_links_other_id" ON "person_links" USING btree ("other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_links_parted" ON "person_links" USING btree ("visitor_id") WHERE kind = 'parted';--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_by_last_seen" ON "leads" USING btree ("last_seen_at","visitor_id");--> statement-breakpoint
CREATE INDEX "leads_by_score" ON "leads" USING btree ("lead_score","last_seen_at","visitor_id");