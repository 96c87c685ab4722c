-- Pages whose text is computed are in the index, too, and are written again when what they are computed from changes.
ALTER TABLE "SearchPage" ADD COLUMN "computed" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "ComputedSearch" (
    "spaceId" TEXT NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "ComputedSearch_pkey" PRIMARY KEY ("spaceId")
);

ALTER TABLE "ComputedSearch" ADD CONSTRAINT "ComputedSearch_spaceId_fkey"
  FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The current pages whose text is computed, which are few.
CREATE INDEX "PageVersion_computed_now_idx" ON "PageVersion" ("branchId")
  WHERE "computed" IS NOT NULL AND "endSequence" IS NULL;
