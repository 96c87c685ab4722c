-- The paths that a page needs for a relative URL to lead to it, and the last names of these paths.
ALTER TABLE "DocumentLink"
  ADD COLUMN "paths" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "names" TEXT[] DEFAULT ARRAY[]::TEXT[];
CREATE INDEX "DocumentLink_names_idx" ON "DocumentLink" USING GIN ("names") WHERE "names" <> '{}';

-- The job that indexes links reads the relative URLs of stored bodies again.
WITH relative AS (
  DELETE FROM "DocumentLink"
  WHERE "kind" = 'URL' AND "relation" = 'REFERENCE' AND "url" !~* '^([a-z][a-z0-9+.-]*:|//|#)'
  RETURNING "documentId")
UPDATE "Document" SET "linksReadAt" = NULL WHERE "id" IN (SELECT "documentId" FROM relative);
