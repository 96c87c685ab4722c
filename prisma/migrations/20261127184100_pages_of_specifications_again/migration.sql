-- Pages of specifications have examples, callbacks and descriptions of values: they are written again from the stored
-- sources. Those with a URL are read again every night.
UPDATE "OpenAPISpec" SET "processingState" = 'PENDING', "generation" = "generation" + 1
WHERE "sourceUrl" IS NULL AND "processingState" = 'COMPLETE' AND "lastVersionId" IS NOT NULL;
