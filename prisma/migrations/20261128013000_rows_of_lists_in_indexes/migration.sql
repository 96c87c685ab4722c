-- Which bodies the pages of a branch have, and which bodies link to a page, is read from an index alone.
DROP INDEX "PageVersion_branchId_endSequence_idx";
CREATE INDEX "PageVersion_branchId_endSequence_idx" ON "PageVersion" ("branchId", "endSequence")
  INCLUDE ("sequence", "deleted", "pageId", "documentId");
DROP INDEX "DocumentLink_targetId_idx";
CREATE INDEX "DocumentLink_targetId_idx" ON "DocumentLink" ("targetId") INCLUDE ("kind", "spaceId", "documentId");

-- The pages of one branch among those of all spaces that share a body.
DROP INDEX "PageVersion_documentId_idx";
CREATE INDEX "PageVersion_documentId_branchId_idx" ON "PageVersion" ("documentId", "branchId");

-- The files of a branch are counted without being read.
DROP INDEX "FileVersion_branchId_endSequence_idx";
CREATE INDEX "FileVersion_branchId_endSequence_idx" ON "FileVersion" ("branchId", "endSequence")
  INCLUDE ("sequence", "deleted", "fileId");

-- The row of a page in one branch. Of a revision without a base nothing is read in the second branch that it lacks.
DROP INDEX "PageVersion_pageId_idx";
CREATE INDEX "PageVersion_pageId_branchId_idx" ON "PageVersion" ("pageId", "branchId");
