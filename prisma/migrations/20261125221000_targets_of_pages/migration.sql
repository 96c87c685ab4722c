-- The links in the table of contents that refer to a page.
CREATE INDEX "PageVersion_targetPage_idx" ON "PageVersion" ("branchId", ("target"->>'page')) WHERE "target"->>'page' IS NOT NULL;
