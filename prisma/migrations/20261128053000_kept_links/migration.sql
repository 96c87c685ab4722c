-- The links of live content, kept by the transaction that writes it, so that lists of them are read in the order of an index.
CREATE TYPE "LinkStatus" AS ENUM ('OK', 'HEALED', 'BROKEN', 'IN_APP');

CREATE TABLE "LinkTarget" (
    "id" BIGSERIAL NOT NULL,
    "branchId" TEXT NOT NULL,
    "relative" BOOLEAN NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "dependsOn" BOOLEAN NOT NULL,
    "kind" "LinkKind" NOT NULL,
    "target" TEXT NOT NULL,
    "space" TEXT NOT NULL,
    "anchor" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "paths" TEXT[],
    "names" TEXT[],
    "status" "LinkStatus",

    CONSTRAINT "LinkTarget_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PageLink" (
    "branchId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "linkTargetId" BIGINT NOT NULL,

    CONSTRAINT "PageLink_pkey" PRIMARY KEY ("branchId", "pageId", "ordinal")
);

CREATE TABLE "SpaceReference" (
    "toSpaceId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "spaceId" TEXT NOT NULL,

    CONSTRAINT "SpaceReference_pkey" PRIMARY KEY ("toSpaceId", "pageId", "spaceId")
);

-- The references to other spaces are few, and are filled here. A job fills the other tables, space by space.
INSERT INTO "SpaceReference" ("toSpaceId", "pageId", "spaceId")
SELECT DISTINCT l."toSpaceId", v."pageId", s.id
FROM (
    SELECT "documentId", "spaceId" AS "toSpaceId" FROM "DocumentLink" WHERE "spaceId" IS NOT NULL
    UNION
    SELECT "documentId", "targetId" FROM "DocumentLink" WHERE "kind" = 'SPACE' AND "targetId" IS NOT NULL) l
JOIN "PageVersion" v ON v."documentId" = l."documentId" AND v."endSequence" IS NULL AND NOT v."deleted"
JOIN "Branch" b ON b.id = v."branchId" AND b.kind = 'MAIN'
JOIN "Space" s ON s.id = b."spaceId" AND s.id <> l."toSpaceId"
UNION
SELECT v."target"->>'space', v."pageId", s.id
FROM "PageVersion" v
JOIN "Branch" b ON b.id = v."branchId" AND b.kind = 'MAIN'
JOIN "Space" s ON s.id = b."spaceId" AND s.id <> v."target"->>'space'
WHERE v."target"->>'space' IS NOT NULL AND v."endSequence" IS NULL AND NOT v."deleted";

CREATE UNIQUE INDEX "LinkTarget_branchId_relative_key_dependsOn_key" ON "LinkTarget"("branchId", "relative", "key", "dependsOn");
CREATE INDEX "LinkTarget_branchId_status_key_idx" ON "LinkTarget"("branchId", "status", "key");
CREATE INDEX "LinkTarget_branchId_target_idx" ON "LinkTarget"("branchId", "target");
CREATE INDEX "PageLink_linkTargetId_pageId_ordinal_idx" ON "PageLink"("linkTargetId", "pageId", "ordinal");
CREATE INDEX "SpaceReference_spaceId_pageId_idx" ON "SpaceReference"("spaceId", "pageId");

ALTER TABLE "LinkTarget" ADD CONSTRAINT "LinkTarget_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PageLink" ADD CONSTRAINT "PageLink_linkTargetId_fkey" FOREIGN KEY ("linkTargetId") REFERENCES "LinkTarget"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SpaceReference" ADD CONSTRAINT "SpaceReference_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- To a space may lead half of all references, and in a branch may be half of all targets.
ALTER TABLE "LinkTarget" ALTER COLUMN "branchId" SET (n_distinct = 2);
ALTER TABLE "SpaceReference" ALTER COLUMN "toSpaceId" SET (n_distinct = 2);

ALTER TABLE "Branch" ADD COLUMN "keepsLinks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Branch" ALTER COLUMN "keepsLinks" SET DEFAULT true;
CREATE INDEX "Branch_keepsLinks_kind_id_idx" ON "Branch"("keepsLinks", "kind", "id");
