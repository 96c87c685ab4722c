-- Expandables have anchors: the job that indexes links reads the bodies with expandables again.
UPDATE "Document" SET "linksReadAt" = NULL WHERE "markdown" LIKE '%<details%';
