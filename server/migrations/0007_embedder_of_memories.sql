-- Nobody knows what made the embeddings that are there: none of today's embedders has this name.
ALTER TABLE "memories" ADD COLUMN "embedder" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "memories" ALTER COLUMN "embedder" DROP DEFAULT;
