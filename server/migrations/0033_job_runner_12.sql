-- pg-boss 12 cannot migrate the tables of pg-boss 10. What was not done yet is requested again, with all its tries, and
-- the new runner makes its own tables at its start.
DO $$
BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    INSERT INTO job_requests (name, key)
      SELECT name, data ->> 'key' FROM jobs.job
      WHERE state < 'completed' AND data ->> 'key' IS NOT NULL
      ORDER BY created_on
    ON CONFLICT DO NOTHING;
    DROP SCHEMA jobs CASCADE;
  END IF;
END $$;
