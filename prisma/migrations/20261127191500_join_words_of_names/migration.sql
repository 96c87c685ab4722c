-- Names of several words are indexed as one, too: the index is made again, space by space, in the background. Until then a
-- space is found by its old words.
UPDATE "Space" SET "searchedAt" = NULL WHERE "searchedAt" IS NOT NULL;
