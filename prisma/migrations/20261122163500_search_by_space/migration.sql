-- Searches the pages of a space by the words in them: by the words alone, the pages of the whole installation that have
-- them are read. An array needs no extension, unlike the text. Took 7 minutes for a million pages on a busy machine.
DROP INDEX "SearchPage_vector_idx";
CREATE INDEX "SearchPage_spaceId_vector_idx" ON "SearchPage" USING GIN ((ARRAY["spaceId"]), "vector");

-- Words that begin with a text are read from the index, which the order of most other collations does not allow.
ALTER TABLE "SearchWord" ALTER COLUMN "word" TYPE TEXT COLLATE "C";
