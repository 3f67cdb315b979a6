CREATE TABLE "twin_texts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "twin_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"version" integer NOT NULL,
	"text" text,
	"removed" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" text NOT NULL,
	"folder_hash" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "twin_texts_file_version" ON "twin_texts" USING btree ("file","version");