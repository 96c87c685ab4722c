-- In a branch may be half of all links.
ALTER TABLE "PageLink" ALTER COLUMN "branchId" SET (n_distinct = 2);
