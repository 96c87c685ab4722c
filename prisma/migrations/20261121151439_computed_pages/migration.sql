-- CreateEnum
CREATE TYPE "OpenAPIPageKind" AS ENUM ('INFO', 'OPERATIONS', 'MODELS');

-- CreateTable
CREATE TABLE "OpenAPISpecPage" (
    "specId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "parentKey" TEXT,
    "kind" "OpenAPIPageKind" NOT NULL,
    "title" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,

    CONSTRAINT "OpenAPISpecPage_pkey" PRIMARY KEY ("specId","key")
);

-- AddForeignKey
ALTER TABLE "OpenAPISpecPage" ADD CONSTRAINT "OpenAPISpecPage_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of the pages of a revision only those that stand for others, which are few.
CREATE INDEX "PageVersion_computed_idx" ON "PageVersion" ("branchId") WHERE "type" = 'COMPUTED';

-- Specifications that were read before there were pages of them are read once more.
UPDATE "OpenAPISpec" SET "processingState" = 'PENDING', "generation" = "generation" + 1
WHERE "lastVersionId" IS NOT NULL AND "processingState" = 'COMPLETE';
