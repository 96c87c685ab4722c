-- The pages that refer to something outside of their bodies: the files of covers, and the targets of links in the contents.
CREATE INDEX "PageVersion_references_idx" ON "PageVersion" ("branchId") WHERE "cover" IS NOT NULL OR "target" IS NOT NULL;

-- The files of a branch are read in their order from an index that begins with the branch: this one has nothing to offer for it.
DROP INDEX "FileVersion_fileId_idx";
CREATE INDEX "FileVersion_fileId_branchId_idx" ON "FileVersion" ("fileId", "branchId");
