-- What was a sentence is a code now. A reading that is over is not repeated, so its sentences stay as they were.
ALTER TABLE "imports" ALTER COLUMN "problem" SET DATA TYPE jsonb USING CASE WHEN "problem" IS NOT NULL THEN jsonb_build_object('code', 'sentence', 'values', jsonb_build_object('sentence', "problem")) END;--> statement-breakpoint
UPDATE "imports" SET "notes" = (
  SELECT jsonb_agg(jsonb_build_object('url', NULL, 'problem', jsonb_build_object('code', 'sentence', 'values', jsonb_build_object('sentence', "note"))) ORDER BY "place")
  FROM jsonb_array_elements_text("notes") WITH ORDINALITY AS "each" ("note", "place")
) WHERE jsonb_typeof("notes") = 'array' AND "notes" <> '[]';
