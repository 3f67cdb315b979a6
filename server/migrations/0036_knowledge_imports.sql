CREATE TABLE "import_passages" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"headings" jsonb NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"asks" jsonb NOT NULL,
	"source" text NOT NULL,
	"page" integer,
	"url" text,
	"change" text NOT NULL,
	"old_title" text,
	"old_text" text,
	"decision" text NOT NULL,
	"passage_id" text,
	CONSTRAINT "import_passages_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"source_key" text NOT NULL,
	"input" "bytea",
	"urls" jsonb,
	"state" text DEFAULT 'reading' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"problem" text,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"applied_at" timestamp with time zone,
	"file" text,
	"file_version" integer,
	"reading_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('reading', 'ready', 'failed', 'canceled', 'applied'))
);
--> statement-breakpoint
ALTER TABLE "import_passages" ADD CONSTRAINT "import_passages_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_created_at" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_source_key" ON "imports" USING btree ("source_key","applied_at");