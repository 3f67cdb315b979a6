CREATE TABLE "twin_setup" (
	"only_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"state" text NOT NULL,
	"answers" jsonb,
	"step" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	"reference" jsonb,
	"published_at" timestamp with time zone,
	"before_publishing" jsonb
);
