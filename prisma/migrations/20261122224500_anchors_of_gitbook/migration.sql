-- Headings have a second anchor: the job that indexes links reads the headings of stored bodies again.
UPDATE "Document" SET "linksReadAt" = NULL WHERE "anchors" <> '{}';
