-- Links reach headings by their letters and digits, and headings have the ids that their text states: the job that indexes
-- links reads the headings of stored bodies again.
ALTER TABLE "Document" ADD COLUMN "foldedAnchors" TEXT[] DEFAULT ARRAY[]::TEXT[];
UPDATE "Document" SET "linksReadAt" = NULL WHERE "anchors" <> '{}';
