-- Headings with an id have an anchor of their title too: the job that indexes links reads the bodies with such headings again.
UPDATE "Document" SET "linksReadAt" = NULL WHERE "markdown" LIKE '%<a %id="%';
