-- CreateEnum
CREATE TYPE "ChangeRequestStatus" AS ENUM ('DRAFT', 'OPEN', 'ARCHIVED', 'MERGED');

-- CreateEnum
CREATE TYPE "ConflictKind" AS ENUM ('BODY', 'FIELD', 'STRUCTURE');

-- CreateEnum
CREATE TYPE "ContentObject" AS ENUM ('PAGE', 'FILE', 'REUSABLE_CONTENT');

-- CreateEnum
CREATE TYPE "ReviewStatus" AS ENUM ('CHANGES_REQUESTED', 'APPROVED');

-- CreateEnum
CREATE TYPE "LinkRelation" AS ENUM ('REFERENCE', 'DEPENDS_ON');

-- CreateEnum
CREATE TYPE "LinkKind" AS ENUM ('FILE', 'URL', 'PAGE', 'ANCHOR', 'USER', 'COLLECTION', 'SPACE', 'REUSABLE_CONTENT', 'OPENAPI');

-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "changeRequestId" TEXT,
ADD COLUMN     "reviewId" TEXT;

-- AlterTable
-- What is there already has no links noted; a job reads it.
ALTER TABLE "Document" ADD COLUMN     "linksReadAt" TIMESTAMPTZ(3);
ALTER TABLE "Document" ALTER COLUMN "linksReadAt" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "baseBranchId" TEXT;

-- AlterTable
-- What is there already is not searched; a job notes it.
ALTER TABLE "Space" ADD COLUMN     "searchedAt" TIMESTAMPTZ(3);
ALTER TABLE "Space" ALTER COLUMN "searchedAt" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "ChangeRequest" (
    "id" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" "ChangeRequestStatus" NOT NULL DEFAULT 'DRAFT',
    "subject" TEXT NOT NULL DEFAULT '',
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "branchId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "revisionInitialId" TEXT NOT NULL,
    "revisionMergedAncestorId" TEXT,
    "revisionMergedId" TEXT,
    "openComments" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ChangeRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContentConflict" (
    "id" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" "ConflictKind" NOT NULL,
    "object" "ContentObject" NOT NULL,
    "objectId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "field" TEXT,
    "base" JSONB,
    "ours" JSONB,
    "theirs" JSONB,

    CONSTRAINT "ContentConflict_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "reviewerId" TEXT,
    "requestedById" TEXT,
    "status" "ReviewStatus" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RequestedReviewer" (
    "id" TEXT NOT NULL,
    "changeRequestId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "requestedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RequestedReviewer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DocumentLink" (
    "documentId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "relation" "LinkRelation" NOT NULL,
    "kind" "LinkKind" NOT NULL,
    "targetId" TEXT,
    "spaceId" TEXT,
    "anchor" TEXT,
    "url" TEXT,
    "section" TEXT,

    CONSTRAINT "DocumentLink_pkey" PRIMARY KEY ("documentId","ordinal")
);

-- CreateTable
CREATE TABLE "SearchPage" (
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "vector" tsvector NOT NULL,

    CONSTRAINT "SearchPage_pkey" PRIMARY KEY ("spaceId","pageId")
);

-- CreateTable
CREATE TABLE "SearchSection" (
    "spaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "anchor" TEXT,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "SearchSection_pkey" PRIMARY KEY ("spaceId","pageId","ordinal")
);

-- CreateTable
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL,

    CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE UNIQUE INDEX "ChangeRequest_branchId_key" ON "ChangeRequest"("branchId");

-- CreateIndex
CREATE UNIQUE INDEX "ChangeRequest_revisionId_key" ON "ChangeRequest"("revisionId");

-- CreateIndex
CREATE UNIQUE INDEX "ChangeRequest_revisionMergedId_key" ON "ChangeRequest"("revisionMergedId");

-- CreateIndex
CREATE INDEX "ChangeRequest_spaceId_status_number_idx" ON "ChangeRequest"("spaceId", "status", "number");

-- CreateIndex
CREATE INDEX "ChangeRequest_revisionInitialId_idx" ON "ChangeRequest"("revisionInitialId");

-- CreateIndex
CREATE INDEX "ChangeRequest_revisionMergedAncestorId_idx" ON "ChangeRequest"("revisionMergedAncestorId");

-- CreateIndex
CREATE INDEX "ChangeRequest_createdById_idx" ON "ChangeRequest"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "ChangeRequest_spaceId_number_key" ON "ChangeRequest"("spaceId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "ContentConflict_changeRequestId_ordinal_key" ON "ContentConflict"("changeRequestId", "ordinal");

-- CreateIndex
CREATE INDEX "Review_changeRequestId_createdAt_id_idx" ON "Review"("changeRequestId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Review_revisionId_idx" ON "Review"("revisionId");

-- CreateIndex
CREATE INDEX "Review_reviewerId_idx" ON "Review"("reviewerId");

-- CreateIndex
CREATE INDEX "Review_requestedById_idx" ON "Review"("requestedById");

-- CreateIndex
CREATE INDEX "RequestedReviewer_userId_idx" ON "RequestedReviewer"("userId");

-- CreateIndex
CREATE INDEX "RequestedReviewer_revisionId_idx" ON "RequestedReviewer"("revisionId");

-- CreateIndex
CREATE INDEX "RequestedReviewer_requestedById_idx" ON "RequestedReviewer"("requestedById");

-- CreateIndex
CREATE UNIQUE INDEX "RequestedReviewer_changeRequestId_userId_key" ON "RequestedReviewer"("changeRequestId", "userId");

-- CreateIndex
CREATE INDEX "DocumentLink_targetId_idx" ON "DocumentLink"("targetId");

-- CreateIndex
CREATE INDEX "SearchPage_vector_idx" ON "SearchPage" USING GIN ("vector");

-- CreateIndex
CREATE UNIQUE INDEX "Comment_reviewId_key" ON "Comment"("reviewId");

-- CreateIndex
CREATE INDEX "Comment_changeRequestId_postedAt_id_idx" ON "Comment"("changeRequestId", "postedAt", "id");

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_revisionInitialId_fkey" FOREIGN KEY ("revisionInitialId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_revisionMergedAncestorId_fkey" FOREIGN KEY ("revisionMergedAncestorId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_revisionMergedId_fkey" FOREIGN KEY ("revisionMergedId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentConflict" ADD CONSTRAINT "ContentConflict_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DocumentLink" ADD CONSTRAINT "DocumentLink_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchPage" ADD CONSTRAINT "SearchPage_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchSection" ADD CONSTRAINT "SearchSection_spaceId_pageId_fkey" FOREIGN KEY ("spaceId", "pageId") REFERENCES "SearchPage"("spaceId", "pageId") ON DELETE CASCADE ON UPDATE CASCADE;

-- A page by its path, in any revision.
CREATE INDEX "PageVersion_path_idx" ON "PageVersion" ("branchId", (coalesce("parentId", '')), "slug");

-- The two jobs ask for what is left.
CREATE INDEX "Document_unread_links_idx" ON "Document"("id") WHERE "linksReadAt" IS NULL;
CREATE INDEX "Space_unsearched_idx" ON "Space"("id") WHERE "searchedAt" IS NULL;

ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_number_check" CHECK ("number" > 0);
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_merged_check"
    CHECK (("status" = 'MERGED') = ("revisionMergedId" IS NOT NULL));

-- Space.changeRequests, changeRequestsOpen and changeRequestsDraft
CREATE FUNCTION count_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE "Space" SET "changeRequests" = "changeRequests" - 1,
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int
        WHERE "id" = OLD."spaceId";
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE "Space" SET "changeRequests" = "changeRequests" + 1,
            "changeRequestsOpen" = "changeRequestsOpen" + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId";
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "ChangeRequest_count" AFTER INSERT OR DELETE OR UPDATE OF "status", "spaceId" ON "ChangeRequest"
    FOR EACH ROW EXECUTE FUNCTION count_change_requests();

-- Space.openComments counts the comments on the space's own content, ChangeRequest.openComments those on its change
-- requests.
CREATE OR REPLACE FUNCTION count_open_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD."status" = 'OPEN' THEN
        IF OLD."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."changeRequestId";
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW."status" = 'OPEN' THEN
        IF NEW."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."changeRequestId";
        END IF;
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER "Comment_count_open" ON "Comment";
CREATE TRIGGER "Comment_count_open" AFTER INSERT OR DELETE OR UPDATE OF "status", "spaceId", "changeRequestId" ON "Comment"
    FOR EACH ROW EXECUTE FUNCTION count_open_comments();
