-- Pages are indexed with pairs of neighbouring stop words: the job that indexes spaces writes their search index again.
UPDATE "Space" SET "searchedAt" = NULL WHERE "searchedAt" IS NOT NULL;
