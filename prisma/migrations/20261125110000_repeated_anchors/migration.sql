-- Headings with the same id have numbered anchors: the job that indexes links reads the bodies with such headings again.
UPDATE "Document" SET "linksReadAt" = NULL WHERE "markdown" LIKE '%<a %id="%<a %id="%';
